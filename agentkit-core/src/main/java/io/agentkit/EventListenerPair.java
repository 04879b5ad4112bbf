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

    @Override
    public boolean wants(Class<? extends Event> routine) {
        return first.wants(routine) || second.wants(routine);
    }
}
