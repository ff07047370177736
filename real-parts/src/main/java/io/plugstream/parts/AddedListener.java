package io.plugstream.parts;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Adds a listener to a broker's settings. The others stay unchanged. */
final class AddedListener {

    private static final String PREFIX = "listener.name.secured.";

    private AddedListener() {}

    /**
     * A listener that advertises the port of {@code proxy} instead of its own.
     *
     * @param name capital letters, digits and underscores; the same on each broker of a cluster
     */
    static Map<String, String> proxied(Map<String, String> settings, String name, TcpProxy proxy) {
        return with(settings, name, "PLAINTEXT", proxy.serverPort(), proxy.port());
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
