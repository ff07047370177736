package io.plugstream.parts;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A second listener of a broker, as Strimzi configures one: TLS, users with SCRAM-SHA-512, and ACLs. The first listener
 * stays unchanged for the test, which is a super user there.
 */
record SecuredListener(int port, Path keyAndChain) implements UnaryOperator<Map<String, String>> {

    private static final String PREFIX = "listener.name.secured.";

    @Override
    public Map<String, String> apply(Map<String, String> settings) {
        Map<String, String> changed = new TreeMap<>(settings);
        append(changed, "listeners", "SECURED://127.0.0.1:" + port);
        append(changed, "advertised.listeners", "SECURED://localhost:" + port);
        append(changed, "listener.security.protocol.map", "SECURED:SASL_SSL");
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

    private static void append(Map<String, String> settings, String name, String value) {
        settings.merge(name, value, (before, added) -> before + ',' + added);
    }
}
