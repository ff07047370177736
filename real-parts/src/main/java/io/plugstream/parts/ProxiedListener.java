package io.plugstream.parts;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A second listener of a broker, which advertises the port of a proxy instead of its own. */
record ProxiedListener(int port, int advertisedPort) implements UnaryOperator<Map<String, String>> {

    @Override
    public Map<String, String> apply(Map<String, String> settings) {
        Map<String, String> changed = new TreeMap<>(settings);
        append(changed, "listeners", "PROXIED://127.0.0.1:" + port);
        append(changed, "advertised.listeners", "PROXIED://localhost:" + advertisedPort);
        append(changed, "listener.security.protocol.map", "PROXIED:PLAINTEXT");
        return changed;
    }

    private static void append(Map<String, String> settings, String name, String value) {
        settings.merge(name, value, (before, added) -> before + ',' + added);
    }
}
