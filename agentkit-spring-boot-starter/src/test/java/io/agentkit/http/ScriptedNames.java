package io.agentkit.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Names that resolve to what a test says, answer by answer; the last answer stays. Literal addresses are themselves. */
final class ScriptedNames {

    private final Map<String, Deque<List<String>>> answers = new ConcurrentHashMap<>();
    private final List<String> lookUps = new ArrayList<>();

    synchronized void answer(String name, String... addresses) {
        answers.computeIfAbsent(name, absent -> new ArrayDeque<>()).add(List.of(addresses));
    }

    synchronized List<InetAddress> resolve(String host) throws UnknownHostException {
        if (Character.isDigit(host.charAt(0))) {
            return List.of(InetAddress.getByName(host));
        }
        lookUps.add(host);
        Deque<List<String>> left = answers.get(host);
        if (left == null) {
            throw new UnknownHostException(host);
        }
        List<InetAddress> resolved = new ArrayList<>();
        for (String address : left.size() > 1 ? left.remove() : left.element()) {
            resolved.add(InetAddress.getByAddress(
                    host, InetAddress.getByName(address).getAddress()));
        }
        return resolved;
    }

    synchronized List<String> lookUps() {
        return List.copyOf(lookUps);
    }
}
