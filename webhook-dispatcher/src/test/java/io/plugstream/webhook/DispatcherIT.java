package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import io.plugstream.local.process.FreePorts;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Timestamps;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.webhook.match.Subscriptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The dispatcher on a real broker, against receivers that behave and receivers that do not. */
class DispatcherIT {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final RecordingReceiver.Behaviour OK = RecordingReceiver.status(200);

    private static Kafka broker;
    private static Log log;
    private static ConfigurableApplicationContext dispatcher;
    private static RecordingReceiver early;
    private static String recent;

    @BeforeAll
    static void start() throws Exception {
        broker = RealParts.newKafka();
        log = new Log(broker.bootstrapServers());
        log.createTopics();
        early = new RecordingReceiver(OK);
        log.register("early", Log.webhook("early", early.url()));
        log.publishAsOf(Instant.now().minus(Duration.ofMinutes(10)), Events.connected("early"));
        recent = log.publish(Events.connected("early"));
        dispatcher = run();
    }

    @AfterAll
    static void stop() throws Exception {
        dispatcher.close();
        log.close();
        early.close();
        broker.close();
    }

    private static ConfigurableApplicationContext run() {
        return EmbeddedDispatcher.run(broker.bootstrapServers());
    }

    @Test
    void theFirstStartLosesNothingRecentAndReplaysNoHistory() {
        await().atMost(Duration.ofSeconds(20)).until(() -> early.count(recent) == 1);
        assertThat(log.claims("early")).hasSize(1);
    }

    @Test
    void aDeliveryIsExactlyTheEnvelopeSignedAndIntroduced() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(OK)) {
            log.register("signed", Log.webhook("signed", receiver.url(), new SigningSecret(SECRET, null)));
            EventRecord event = Events.started("signed");
            String id = log.publish(event);

            Ended end = ended("signed", id);

            var request = receiver.journal().getFirst();
            assertThat(request.line()).isEqualTo("POST /hook?x=1 HTTP/1.1");
            assertThat(request.body())
                    .isEqualTo(
                            "{\"event\":\"transaction.started\",\"timestamp\":\"" + Timestamps.format(event.timestamp())
                                    + "\",\"data\":{\"transactionId\":7,\"chargeBoxId\":\"CB-1\",\"connectorId\":1,\"idTag\":\"TAG\",\"meterStart\":100}}");
            assertThat(request.headers())
                    .containsEntry("webhook-id", id)
                    .containsEntry("content-type", "application/json");
            assertThat(request.headers().get("user-agent")).matches("Plugstream-Webhooks/\\d.*");
            assertThatCode(() -> new Webhook(SECRET)
                            .verify(request.body(), HttpHeaders.of(multi(request.headers()), (_, _) -> true)))
                    .doesNotThrowAnyException();
            assertThatCode(() -> new com.svix.Webhook(SECRET)
                            .verify(request.body(), HttpHeaders.of(multi(request.headers()), (_, _) -> true)))
                    .doesNotThrowAnyException();
            assertThat(end.outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(end.responseStatus()).isEqualTo(200);
            assertThat(end.attemptedAt()).isNotNull();
            assertThat(end.durationMs()).isNotNull();
        }
    }

    @Test
    void aNameThatIsReboundBetweenTwoAttemptsIsBlocked() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver((_, socket) -> {
            RecordingReceiver.write(socket, 200, "ok", "Connection: close");
            socket.close();
        })) {
            String url = receiver.url().replace("127.0.0.1", "rebound.example");
            log.register("rebound", Log.webhook("rebound", url));
            await().until(() -> !dispatcher
                    .getBean(Subscriptions.class)
                    .matching(Events.connected("rebound"))
                    .isEmpty());
            RebindableNames.bind("rebound.example", "127.0.0.1");
            assertThat(ended("rebound", log.publish(Events.connected("rebound")))
                            .outcome())
                    .isEqualTo(Outcome.DELIVERED);

            RebindableNames.bind("rebound.example", "169.254.169.254");
            assertThat(ended("rebound", log.publish(Events.connected("rebound")))
                            .outcome())
                    .isEqualTo(Outcome.BLOCKED);

            assertThat(receiver.journal())
                    .hasSize(1)
                    .first()
                    .satisfies(
                            request -> assertThat(request.headers().get("host")).startsWith("rebound.example:"));
        }
    }

    @Test
    void aChangeIsObeyedWithinASecond() throws Exception {
        try (RecordingReceiver removed = new RecordingReceiver(OK);
                RecordingReceiver witness = new RecordingReceiver(OK)) {
            Map<String, Instant> published = new LinkedHashMap<>();
            WebhookRegistration stays = Log.webhook("witness", witness.url());
            log.register("fallen", Log.webhook("removed", removed.url()), stays);
            Instant registered = Instant.now();
            publishFor(Duration.ofSeconds(2), published);
            List<String> wanted = since(registered.plusSeconds(1), published);
            await().until(() -> wanted.stream().allMatch(id -> removed.count(id) == 1));

            log.register("fallen", stays);
            Instant unregistered = Instant.now();
            publishFor(Duration.ofSeconds(2), published);
            List<String> unwanted = since(unregistered.plusSeconds(1), published);
            // What is claimed for one is claimed for the other.
            await().until(() -> unwanted.stream().allMatch(id -> witness.count(id) == 1));
            assertThat(wanted).isNotEmpty();
            assertThat(unwanted)
                    .isNotEmpty()
                    .allSatisfy(id -> assertThat(removed.count(id)).isZero());
        }
    }

    private static void publishFor(Duration time, Map<String, Instant> published) {
        Instant end = Instant.now().plus(time);
        await().pollInterval(Duration.ofMillis(50)).until(() -> {
            published.put(log.publish(Events.connected("fallen")), Instant.now());
            return Instant.now().isAfter(end);
        });
    }

    private static List<String> since(Instant first, Map<String, Instant> published) {
        return published.entrySet().stream()
                .filter(one -> !one.getValue().isBefore(first))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void withoutASecretThereIsNoSignature() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(OK)) {
            log.register("plain", Log.webhook("plain", receiver.url()));
            String id = log.publish(Events.connected("plain"));

            assertThat(ended("plain", id).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(receiver.journal().getFirst().headers()).doesNotContainKey("webhook-signature");
        }
    }

    @Test
    void aRotatedOutSecretSignsUntilItsTimeIsOver() throws Exception {
        String former = "a former secret, to be out of use soon";
        try (RecordingReceiver receiver = new RecordingReceiver(OK)) {
            Instant until = Instant.now().plusSeconds(8);
            log.register(
                    "rotated",
                    Log.webhook(
                            "rotated",
                            receiver.url(),
                            new SigningSecret(SECRET, null),
                            new SigningSecret(former, until)));
            String during = log.publish(Events.connected("rotated"));
            ended("rotated", during);
            await().atMost(Duration.ofSeconds(20)).until(() -> Instant.now().isAfter(until));
            String after = log.publish(Events.connected("rotated"));
            ended("rotated", after);

            assertThat(signatures(receiver, during)).hasSize(2).allMatch(one -> one.startsWith("v1,"));
            assertThat(signatures(receiver, after)).hasSize(1);
        }
    }

    private static List<String> signatures(RecordingReceiver receiver, String id) {
        return receiver.journal().stream()
                .filter(request -> request.id().equals(id))
                .flatMap(request -> Stream.of(
                        request.headers().getOrDefault("webhook-signature", "").split(" ")))
                .toList();
    }

    @Test
    void aSampleGoesToItsWebhookAloneActiveOrNotAndNeverTwice() throws Exception {
        try (RecordingReceiver asked = new RecordingReceiver(OK);
                RecordingReceiver other = new RecordingReceiver(OK)) {
            WebhookRegistration resting = new WebhookRegistration(
                    "tried",
                    Mode.LIVE,
                    asked.url(),
                    Set.of(EventType.CHARGER_BOOT),
                    false,
                    List.of(new SigningSecret(SECRET, null)));
            log.register("tests", resting, Log.webhook("untried", other.url()));
            SampleEvent sample = Events.sample("tests", "tried");
            String id = log.publish(sample);

            assertThat(ended("tried", id).outcome()).isEqualTo(Outcome.DELIVERED);
            var request = asked.journal().getFirst();
            assertThat(request.body())
                    .isEqualTo("{\"event\":\"charger.connected\",\"timestamp\":\""
                            + Timestamps.format(sample.requestedAt()) + "\",\"data\":{\"chargeBoxId\":\"CB-1\"}}");
            assertThatCode(() -> new Webhook(SECRET)
                            .verify(request.body(), HttpHeaders.of(multi(request.headers()), (_, _) -> true)))
                    .doesNotThrowAnyException();

            dispatcher.close();
            log.forgetGroups();
            dispatcher = run();
            String second = log.publish(Events.sample("tests", "tried"));

            assertThat(ended("tried", second).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(asked.count(id)).isEqualTo(1);
            assertThat(asked.journal()).hasSize(2);
            assertThat(log.claims("tried")).hasSize(2);
            assertThat(other.journal()).isEmpty();
        }
    }

    @Test
    void aSampleWaitsForTheNewsOfItsWebhookAndEndsWithoutIt() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(OK)) {
            String nobodys = log.publish(Events.sample("late", "nobodys"));
            assertThat(ended("nobodys", nobodys).outcome()).isEqualTo(Outcome.SHED);

            String early = log.publish(Events.sample("late", "new"));
            await().until(() -> !log.claims("new").isEmpty());
            log.register("late", Log.webhook("new", receiver.url()));

            assertThat(ended("new", early).outcome()).isEqualTo(Outcome.DELIVERED);
        }
    }

    @Test
    void everyMisbehaviourHasItsOutcomeAndGetsOnePost() throws Exception {
        try (RecordingReceiver elsewhere = new RecordingReceiver(OK);
                RecordingReceiver failing = new RecordingReceiver(RecordingReceiver.status(500));
                RecordingReceiver gone = new RecordingReceiver(RecordingReceiver.status(410));
                RecordingReceiver redirecting =
                        new RecordingReceiver(RecordingReceiver.status(307, "Location: " + elsewhere.url()));
                RecordingReceiver hanging = new RecordingReceiver(
                        (_, socket) -> socket.getInputStream().read());
                RecordingReceiver dripping = new RecordingReceiver(DispatcherIT::drip);
                RecordingReceiver endless = new RecordingReceiver(DispatcherIT::flood);
                RecordingReceiver inflating = new RecordingReceiver(DispatcherIT::floodCompressed);
                RecordingReceiver resetting = new RecordingReceiver((_, socket) -> RecordingReceiver.reset(socket));
                RecordingReceiver closing = new RecordingReceiver((_, socket) -> socket.close());
                RecordingReceiver breaking = new RecordingReceiver((_, socket) -> {
                    RecordingReceiver.send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
                    RecordingReceiver.reset(socket);
                });
                RecordingReceiver noTls = new RecordingReceiver((_, socket) -> socket.close())) {
            String refused = "http://127.0.0.1:" + FreePorts.one() + "/";
            log.register(
                    "zoo",
                    Log.webhook("zoo-failing", failing.url()),
                    Log.webhook("zoo-gone", gone.url()),
                    Log.webhook("zoo-redirecting", redirecting.url()),
                    Log.webhook("zoo-hanging", hanging.url()),
                    Log.webhook("zoo-dripping", dripping.url()),
                    Log.webhook("zoo-endless", endless.url()),
                    Log.webhook("zoo-inflating", inflating.url()),
                    Log.webhook("zoo-resetting", resetting.url()),
                    Log.webhook("zoo-closing", closing.url()),
                    Log.webhook("zoo-breaking", breaking.url()),
                    Log.webhook("zoo-no-tls", noTls.url().replace("http:", "https:")),
                    Log.webhook("zoo-refused", refused),
                    Log.webhook("zoo-nowhere", "http://does-not-exist.invalid/"),
                    Log.webhook("zoo-private", "http://10.0.0.1/"),
                    Log.webhook("zoo-metadata", "http://169.254.169.254/"),
                    Log.webhook("zoo-odd", "http://0x7f.1/"));
            String id = log.publish(Events.connected("zoo"));

            Map<String, Outcome> expected = new LinkedHashMap<>();
            expected.put("zoo-failing", Outcome.REJECTED);
            expected.put("zoo-gone", Outcome.REJECTED);
            expected.put("zoo-redirecting", Outcome.REJECTED);
            expected.put("zoo-hanging", Outcome.TIMED_OUT);
            expected.put("zoo-dripping", Outcome.TIMED_OUT);
            expected.put("zoo-endless", Outcome.DELIVERED);
            expected.put("zoo-inflating", Outcome.DELIVERED);
            expected.put("zoo-resetting", Outcome.DISCONNECTED);
            expected.put("zoo-closing", Outcome.DISCONNECTED);
            expected.put("zoo-breaking", Outcome.DISCONNECTED);
            expected.put("zoo-no-tls", Outcome.CONNECT_FAILED);
            expected.put("zoo-refused", Outcome.CONNECT_FAILED);
            expected.put("zoo-nowhere", Outcome.CONNECT_FAILED);
            expected.put("zoo-private", Outcome.BLOCKED);
            expected.put("zoo-metadata", Outcome.BLOCKED);
            expected.put("zoo-odd", Outcome.BLOCKED);
            Map<String, Outcome> seen = new LinkedHashMap<>();
            expected.keySet()
                    .forEach(webhook -> seen.put(webhook, ended(webhook, id).outcome()));
            assertThat(seen).isEqualTo(expected);

            for (RecordingReceiver one : List.of(
                    failing, gone, redirecting, hanging, dripping, endless, inflating, resetting, closing, breaking)) {
                assertThat(one.count(id)).isEqualTo(1);
            }
            assertThat(elsewhere.journal()).isEmpty();
            assertThat(ended("zoo-hanging", id).durationMs()).isBetween(4_900L, 9_000L);
            assertThat(ended("zoo-dripping", id).durationMs()).isBetween(4_900L, 9_000L);
        }
    }

    @Test
    void aResetOnAPooledConnectionIsNotTriedAgain() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver((request, socket) -> {
            if (request.onConnection() == 1) {
                OK.answer(request, socket);
            } else {
                RecordingReceiver.reset(socket);
            }
        })) {
            log.register("pooled", Log.webhook("pooled", receiver.url()));
            assertThat(ended("pooled", log.publish(Events.connected("pooled"))).outcome())
                    .isEqualTo(Outcome.DELIVERED);

            String second = log.publish(Events.connected("pooled"));

            assertThat(ended("pooled", second).outcome()).isEqualTo(Outcome.DISCONNECTED);
            assertThat(receiver.journal())
                    .hasSize(2)
                    .last()
                    .satisfies(request -> assertThat(request.onConnection()).isEqualTo(2));
        }
    }

    @Test
    void aSlowEndpointDelaysNobodyElseAndADeletedWebhookGetsNothing() throws Exception {
        try (RecordingReceiver slow = new RecordingReceiver(
                        (_, socket) -> socket.getInputStream().read());
                RecordingReceiver healthy = new RecordingReceiver(OK)) {
            log.register("slow", Log.webhook("slow", slow.url()));
            log.register("healthy", Log.webhook("healthy", healthy.url()));
            for (int i = 0; i < 74; i++) {
                log.publish(Events.connected("slow"));
            }
            await().until(() -> slow.journal().size() == 64);
            // Well before the first of the 64 times out and makes room for one of those that wait.
            log.unregister("slow");

            List<Long> delays = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Instant sent = Instant.now();
                String id = log.publish(Events.connected("healthy"));
                await().pollInterval(Duration.ofMillis(2)).until(() -> healthy.count(id) == 1);
                delays.add(
                        Duration.between(sent, healthy.journal().getLast().at()).toMillis());
            }
            // While each of the others hangs for 5 s.
            assertThat(delays).allSatisfy(delay -> assertThat(delay).isLessThan(4_000));

            await().atMost(Duration.ofSeconds(20)).until(() -> log.ends("slow").size() == 74);
            assertThat(slow.journal()).hasSize(64);
            assertThat(log.ends("slow"))
                    .filteredOn(end -> end.outcome() == Outcome.TIMED_OUT)
                    .hasSize(64);
            assertThat(log.ends("slow"))
                    .filteredOn(end -> end.outcome() == Outcome.SHED)
                    .hasSize(10);
        }
    }

    @Test
    void aPoisonRecordIsParkedAndItsPartitionMovesOn() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(OK)) {
            log.register("poison", Log.webhook("poison", receiver.url()));
            log.publishRaw("poison/CB-1", "{broken".getBytes(StandardCharsets.UTF_8));
            String id = log.publish(Events.connected("poison"));

            assertThat(ended("poison", id).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(log.read("webhook-dispatcher-dead-letters"))
                    .anySatisfy(
                            letter -> assertThat(letter.value()).isEqualTo("{broken".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void neitherARestartNorLostOffsetsMakeASecondPost() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(OK)) {
            log.register("again", Log.webhook("again", receiver.url()));
            List<String> before = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                before.add(log.publish(Events.connected("again")));
            }
            await().until(() -> receiver.journal().size() == 20);
            dispatcher.close();
            String between = log.publish(Events.connected("again"));
            log.forgetGroups();
            dispatcher = run();

            String after = log.publish(Events.connected("again"));

            assertThat(ended("again", after).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(ended("again", between).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(before).allSatisfy(id -> assertThat(receiver.count(id)).isEqualTo(1));
            assertThat(receiver.journal()).hasSize(22);
            assertThat(log.claims("again")).hasSize(22);
            assertThat(log.ends("again")).hasSize(22);
        }
    }

    private static void drip(RecordingReceiver.Request request, Socket socket) throws IOException {
        RecordingReceiver.send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        for (int i = 0; i < 1000; i++) {
            RecordingReceiver.send(socket, "x");
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private static void flood(RecordingReceiver.Request request, Socket socket) throws IOException {
        RecordingReceiver.send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
        while (true) {
            RecordingReceiver.send(socket, "x".repeat(8_192));
        }
    }

    /** A bomb: each of these blocks would inflate to a thousand times its size. */
    private static void floodCompressed(RecordingReceiver.Request request, Socket socket) throws IOException {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bomb)) {
            gzip.write(new byte[1_000_000]);
        }
        assertThat(request.headers()).doesNotContainKey("accept-encoding");
        RecordingReceiver.send(
                socket, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000000000\r\n\r\n");
        while (true) {
            socket.getOutputStream().write(bomb.toByteArray());
        }
    }

    private static Ended ended(String webhookId, String eventId) {
        return await().atMost(Duration.ofSeconds(20))
                .until(() -> log.ends(webhookId, eventId), ends -> !ends.isEmpty())
                .getFirst();
    }

    private static Map<String, List<String>> multi(Map<String, String> headers) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        return all;
    }
}
