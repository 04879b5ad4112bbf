package io.agentkit;

record EventListenerPair(EventListener first, EventListener second) implements EventListener {

    @Override
    public void on(Event event) {
        try {
            first.on(event);
        } finally {
            second.on(event);
        }
    }
}
