package io.plugstream.parts;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Adds a second listener to a broker's settings. The first one stays unchanged. */
final class SecondListener {

    private static final String PREFIX = "listener.name.secured.";

    private SecondListener() {}

    /** A listener that advertises the port of a proxy instead of its own. */
    static Map<String, String> proxied(Map<String, String> settings, int port, int advertisedPort) {
        return with(settings, "PROXIED", "PLAINTEXT", port, advertisedPort);
    }

    /**
     * A listener as Strimzi configures one: TLS, users with SCRAM-SHA-512, and ACLs. The test is a super user at the
     * first listener.
     */
    static Map<String, String> secured(Map<String, String> settings, int port, Path keyAndChain) {
        Map<String, String> changed = with(settings, "SECURED", "SASL_SSL", port, port);
        changed.put("sasl.enabled.mechanisms", "SCRAM-SHA-512");
        changed.put(
                PREFIX + "scram-sha-512.sasl.jaas.config",
                "org.apache.kafka.common.security.scram.ScramLoginModule required;");
        changed.put(PREFIX + "ssl.keystore.type", "PEM");
        changed.put(PREFIX + "ssl.keystore.location", keyAndChain.toString());
        changed.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        changed.put("super.users", "User:ANONYMOUS");
        return changed;
    }

    private static Map<String, String> with(
            Map<String, String> settings, String name, String protocol, int port, int advertisedPort) {
        Map<String, String> changed = new TreeMap<>(settings);
        append(changed, "listeners", name + "://127.0.0.1:" + port);
        append(changed, "advertised.listeners", name + "://localhost:" + advertisedPort);
        append(changed, "listener.security.protocol.map", name + ':' + protocol);
        return changed;
    }

    private static void append(Map<String, String> settings, String name, String value) {
        settings.merge(name, value, (before, added) -> before + ',' + added);
    }
}
