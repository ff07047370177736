package io.plugstream.parts;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A second listener of a broker, which advertises the port of a proxy instead of its own. */
record DetourListener(int port, int advertisedPort) implements UnaryOperator<Map<String, String>> {

    @Override
    public Map<String, String> apply(Map<String, String> settings) {
        Map<String, String> changed = new TreeMap<>(settings);
        append(changed, "listeners", "DETOUR://127.0.0.1:" + port);
        append(changed, "advertised.listeners", "DETOUR://localhost:" + advertisedPort);
        append(changed, "listener.security.protocol.map", "DETOUR:PLAINTEXT");
        return changed;
    }

    private static void append(Map<String, String> settings, String name, String value) {
        settings.merge(name, value, (before, added) -> before + ',' + added);
    }
}
