package io.plugstream.local;

import io.plugstream.local.demo.Demonstration;
import java.util.Optional;

/** The message that a run prints when it is ready. */
final class ReadyMessage {
    private ReadyMessage() {}

    static String withDemonstration(Ports ports, Demonstration demonstration) {
        return """
                %s
                Organisation demo, tier Growth. Its test key: %s

                Try:
                  curl -i -H 'X-API-Key: %2$s' http://localhost:%3$d/api/v1/chargers
                  curl -s -H 'X-API-Key: %2$s' http://localhost:%3$d/api/v1/transactions
                  curl -s -H 'X-API-Key: %2$s' http://localhost:%3$d/api/v1/webhooks

                Cars visit its test chargers (%4$s): http://localhost:%3$d/portal/test/chargers
                Each webhook is printed as it arrives. Ctrl-C stops everything.
                """.formatted(
                addresses(ports), demonstration.apiKey(), ports.api(), String.join(", ", demonstration.chargeBoxIds()));
    }

    /** @param demonstrationKey of an earlier run with the demonstration */
    static String plain(Ports ports, Optional<String> demonstrationKey) {
        return """
                %s
                %sTry:
                  TOKEN=$(curl -s 'http://localhost:%3$d/token?org=acme&user=ada')
                  curl -i -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"name":"first"}' http://localhost:%4$d/api/v1/auth/api-keys
                  curl -s -H "Authorization: Bearer $TOKEN" http://localhost:%4$d/api/v1/auth/api-keys

                Ctrl-C stops everything.
                """.formatted(
                        addresses(ports),
                        demonstrationKey.map(ReadyMessage::earlier).orElse(""),
                        ports.identity(),
                        ports.api());
    }

    private static String earlier(String key) {
        return """
                The demonstration of an earlier run is paused. The test key of its organisation demo: %s

                """.formatted(key);
    }

    private static String addresses(Ports ports) {
        return """

                Plugstream is ready
                  Portal             http://localhost:%1$d/portal
                  API                http://localhost:%1$d/api/v1
                  Chargers           ws://localhost:%2$d/ocpp/{organisationId}/{chargeBoxId}
                  Identity provider  http://localhost:%3$d/token?org=ORG&user=USER[&role=operator]
                  Kafka              localhost:%4$d
                  PostgreSQL         localhost:%5$d
                  Health             http://localhost:{%6$d,%7$d,%8$d,%9$d,%10$d}/actuator/health  (api, gateway, quota, dispatcher, sandbox)
                """.formatted(
                        ports.api(),
                        ports.gateway(),
                        ports.identity(),
                        ports.kafka(),
                        ports.postgres(),
                        ports.apiManagement(),
                        ports.gatewayManagement(),
                        ports.quotaManagement(),
                        ports.dispatcherManagement(),
                        ports.sandboxManagement());
    }
}
