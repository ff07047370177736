package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import eu.chargetime.ocpp.model.core.ChargePointStatus;
import io.plugstream.system.RecordingReceiver.Received;
import io.plugstream.system.SpanCollector.Exported;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Traces as a collector gets them from the running services. */
class TracingIT {

    private static final Duration EXPORTED = Duration.ofSeconds(30);
    private static final String SECRET = "a secret of printable characters";

    private static Platform platform;
    private static SpanCollector spans;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
        spans = SharedPlatform.spans();
    }

    @Test
    void theTraceOfACallReachesTheReceiverOfItsEvent() throws Exception {
        Organisation organisation = Organisation.create(platform, "traced-call", "Starter");
        String trace = sampledTrace();
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            String webhook = organisation.registerWebhook(receiver.url(), List.of("charger.boot"), SECRET);

            HttpResponse<String> accepted = organisation.postTraced(
                    "/api/v1/webhooks/" + webhook + "/test", Map.of("event", "charger.boot"), traceparent(trace));

            assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
            Received sample = receiver.await(_ -> true);
            await().atMost(EXPORTED)
                    .untilAsserted(() -> assertThat(services(trace)).contains("api-service", "webhook-dispatcher"));
            Exported post = only(trace, "webhook-dispatcher");
            assertThat(post.name()).isEqualTo("POST webhook");
            assertThat(sample.headers().firstValue("traceparent"))
                    .hasValueSatisfying(
                            header -> assertThat(header).startsWith("00-" + trace + '-' + post.spanId() + '-'));
            assertThat(spans.ofTrace(trace)).extracting(Exported::spanId).contains(post.parentId());
        }
    }

    @Test
    void theTraceOfACommandReachesTheGatewayThatSendsIt() throws Exception {
        Organisation organisation = Organisation.create(platform, "traced-command", "Starter");
        String trace = sampledTrace();
        try (ChargePoint charger = organisation.registerCharger("CP-1")) {
            charger.connect();
            await().atMost(EXPORTED)
                    .until(() ->
                            organisation.get("/api/v1/chargers/CP-1").body().contains("\"online\""));

            HttpResponse<String> answered = organisation.postTraced(
                    "/api/v1/chargers/CP-1/commands",
                    Map.of("action", "RemoteStartTransaction", "payload", Map.of("idTag", "TAG")),
                    traceparent(trace));

            assertThat(answered.statusCode()).as(answered.body()).isEqualTo(200);
            await().atMost(EXPORTED)
                    .untilAsserted(() -> assertThat(services(trace)).contains("api-service", "ocpp-gateway"));
            Exported call = only(trace, "ocpp-gateway");
            assertThat(call.name()).isEqualTo("RemoteStartTransaction");
            assertThat(spans.ofTrace(trace)).extracting(Exported::spanId).contains(call.parentId());
        }
    }

    @Test
    void aTraceLeadsFromAFrameToThePost() throws Exception {
        Organisation organisation = Organisation.create(platform, "traced-frames", "Starter");
        try (RecordingReceiver receiver = new RecordingReceiver();
                ChargePoint charger = organisation.registerCharger("CP-1")) {
            organisation.registerWebhook(receiver.url(), List.of("connector.status_changed"), SECRET);
            charger.connect();

            // One trace of fifty is sampled, by its id.
            await().atMost(Duration.ofMinutes(1))
                    .until(
                            () -> {
                                for (int frame = 0; frame < 20; frame++) {
                                    charger.status(
                                            1,
                                            frame % 2 == 0 ? ChargePointStatus.Preparing : ChargePointStatus.Available,
                                            "");
                                }
                                return framesThatWerePosted(receiver);
                            },
                            posted -> !posted.isEmpty());

            assertThat(receiver.received())
                    .extracting(one -> one.headers().firstValue("traceparent").orElse(""))
                    .allMatch(header -> header.matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[0-3]"));
        }
    }

    /** Traces with a frame at the gateway and a POST to this receiver. */
    private static Set<String> framesThatWerePosted(RecordingReceiver receiver) {
        Set<String> traces = receiver.received().stream()
                .map(one -> one.headers().firstValue("traceparent").orElse("--").split("-", -1)[1])
                .collect(Collectors.toSet());
        traces.removeIf(trace -> !services(trace).containsAll(Set.of("ocpp-gateway", "webhook-dispatcher")));
        return traces;
    }

    /** A trace id that every service samples; its last 63 bits decide. */
    private static String sampledTrace() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong() | 1) + "0000000000000001";
    }

    private static String traceparent(String trace) {
        return "00-" + trace + "-00f067aa0ba902b7-01";
    }

    private static Set<String> services(String trace) {
        return spans.ofTrace(trace).stream().map(Exported::service).collect(Collectors.toSet());
    }

    private static Exported only(String trace, String service) {
        List<Exported> found = spans.ofTrace(trace).stream()
                .filter(span -> span.service().equals(service))
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
