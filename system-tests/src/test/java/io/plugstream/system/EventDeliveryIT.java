package io.plugstream.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import eu.chargetime.ocpp.model.core.ChargePointStatus;
import io.plugstream.system.RecordingReceiver.Received;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How fast events reach a webhook, which organisations get them, and test deliveries. */
class EventDeliveryIT {

    /** Enough chargers that none exceeds its frame rate limit. */
    private static final int CHARGERS = 50;

    /** {@code -Dplugstream.frame-rates.seconds=30} gives reliable figures. */
    private static final int SECONDS = Integer.getInteger("plugstream.frame-rates.seconds", 1);

    /** A few milliseconds on a quiet machine; tests share theirs with others. */
    private static final Duration TYPICAL = Duration.ofMillis(100);

    private static final int MEASURED = 100 * SECONDS;
    private static final int WARM_UP = 2 * MEASURED;

    private static Platform platform;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
    }

    @Test
    void messageOfAChargerReachesTheWebhookWithinMilliseconds() throws Exception {
        Organisation organisation = Organisation.create(platform, "latency", "Growth");
        List<ChargePoint> chargers = connected(organisation);
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            organisation.registerWebhook(receiver.url(), List.of("connector.status_changed"), Organisation.SECRET);
            warmUp(chargers, receiver);
            List<Long> latencies = new ArrayList<>();
            List<Long> answers = new ArrayList<>();
            for (int message = 0; message < MEASURED; message++) {
                String info = "measured-" + message;
                long sent = System.nanoTime();
                chargers.get(message % CHARGERS).status(1, alternate(message / CHARGERS), info);
                answers.add(System.nanoTime() - sent);
                latencies.add(receiver.await(one -> info(one).equals(info)).at() - sent);
            }

            print("charger message -> answer, one after another", answers);
            print("charger message -> webhook received, one after another", latencies);
            assertThat(latencies.stream().sorted().toList().get(MEASURED / 2)).isLessThan(TYPICAL.toNanos());
        } finally {
            chargers.forEach(ChargePoint::close);
        }
    }

    private static List<ChargePoint> connected(Organisation organisation) throws Exception {
        List<String> names =
                IntStream.range(0, CHARGERS).mapToObj(number -> "CP-" + number).toList();
        List<ChargePoint> chargers =
                List.copyOf(organisation.registerChargers(names).values());
        for (ChargePoint charger : chargers) {
            charger.connect();
        }
        return chargers;
    }

    @Test
    void eventsOfManyChargersReachTheWebhookOnceEachAtEveryRate() throws Exception {
        Organisation organisation = Organisation.create(platform, "rates", "Growth");
        List<ChargePoint> chargers = connected(organisation);
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            organisation.registerWebhook(receiver.url(), List.of("connector.status_changed"), Organisation.SECRET);
            FrameRates rates = new FrameRates(chargers);
            for (int rate : List.of(200, 100, 500)) {
                int before = receiver.received().size();
                Map<String, Long> sent = rates.send(rate, SECONDS);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> receiver.received().size() >= before + sent.size());
                List<Received> received = receiver.received().subList(before, before + sent.size());

                assertThat(received)
                        .extracting(EventDeliveryIT::info)
                        .containsExactlyInAnyOrderElementsOf(sent.keySet());
                print(
                        "charger frame -> webhook received at " + rate + "/s",
                        received.stream()
                                .map(one -> one.at() - Objects.requireNonNull(sent.get(info(one))))
                                .toList());
            }
            assertThat(receiver.received()).extracting(Received::webhookId).doesNotHaveDuplicates();
        } finally {
            chargers.forEach(ChargePoint::close);
        }
    }

    @Test
    void organisationGetsNoEventsWhileItIsOnTheFreeTier() throws Exception {
        Organisation organisation = Organisation.create(platform, "fallen", "Starter");
        try (RecordingReceiver receiver = new RecordingReceiver();
                ChargePoint charger = organisation.registerCharger("CP-1")) {
            organisation.registerWebhook(receiver.url(), List.of("connector.status_changed"), Organisation.SECRET);
            charger.connect();
            charger.status(1, alternate(0), "before");
            receiver.await(one -> info(one).equals("before"));

            Organisation.setTier(platform, organisation.id(), "Free");
            long answered = System.nanoTime();
            Map<String, Long> sent = new HashMap<>();
            for (int frame = 1;
                    System.nanoTime() - answered
                            < Organisation.EFFECTIVE.plusSeconds(1).toNanos();
                    frame++) {
                String info = "frame " + frame;
                sent.put(info, System.nanoTime() - answered);
                charger.status(1, alternate(frame), info);
            }
            Organisation.setTier(platform, organisation.id(), "Starter");
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
                charger.status(1, alternate(receiver.received().size()), "after");
                charger.status(1, alternate(receiver.received().size() + 1), "after");
                return receiver.received().stream().anyMatch(one -> info(one).equals("after"));
            });

            // Events of one charger are processed in order, so none of these can arrive any more.
            long latest = receiver.received().stream()
                    .mapToLong(one -> sent.getOrDefault(info(one), 0L))
                    .max()
                    .orElse(0);
            System.out.printf("the Free tier took effect %.0f ms after the answer%n", millis(latest));
            assertThat(Duration.ofNanos(latest)).isLessThan(Organisation.EFFECTIVE);
        }
    }

    @Test
    void testedWebhookGetsSampleSignedWithBothSecretsAndDeliveryIsListed() throws Exception {
        Organisation organisation = Organisation.create(platform, "trial", "Starter");
        try (RecordingReceiver receiver = new RecordingReceiver()) {
            String webhook = "/api/v1/webhooks/"
                    + organisation.registerWebhook(receiver.url(), List.of("charger.boot"), Organisation.SECRET);
            String secret = Organisation.json(organisation.post(webhook + "/secret", Map.of()))
                    .get("secret")
                    .stringValue();

            // A new secret is in effect within a second.
            Received sample = Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> trial(organisation, webhook, receiver), EventDeliveryIT::hasTwoSignatures);

            assertThat(sample.event()).isEqualTo("transaction.started");
            new Webhook(secret).verify(sample.body(), sample.headers());
            new Webhook(Organisation.SECRET).verify(sample.body(), sample.headers());
            assertThat(receiver.received()).extracting(Received::webhookId).doesNotHaveDuplicates();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(Organisation.json(
                                            organisation.get(webhook + "/deliveries?outcome=delivered"))
                                    .get("deliveries")
                                    .valueStream()
                                    .map(delivery -> delivery.get("eventId").stringValue()))
                            .containsExactlyInAnyOrderElementsOf(receiver.received().stream()
                                    .map(Received::webhookId)
                                    .toList()));
        }
    }

    private static Received trial(Organisation organisation, String webhook, RecordingReceiver receiver)
            throws InterruptedException {
        HttpResponse<String> accepted = organisation.post(webhook + "/test", Map.of("event", "transaction.started"));
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
        String eventId = Organisation.json(accepted).get("eventId").stringValue();
        return receiver.await(one -> one.webhookId().equals(eventId));
    }

    private static boolean hasTwoSignatures(Received received) {
        return received.headers().firstValue("webhook-signature").orElse("").split(" ").length == 2;
    }

    private static void warmUp(List<ChargePoint> chargers, RecordingReceiver receiver) throws Exception {
        for (int message = 0; message < WARM_UP; message++) {
            chargers.get(message % CHARGERS).status(1, alternate(message / CHARGERS), "warm-up-" + message);
        }
        String last = "warm-up-" + (WARM_UP - 1);
        receiver.await(one -> info(one).equals(last));
    }

    private static ChargePointStatus alternate(int message) {
        return message % 2 == 0 ? ChargePointStatus.Preparing : ChargePointStatus.Available;
    }

    private static String info(Received received) {
        return received.json().get("data").get("info").stringValue();
    }

    private static void print(String what, List<Long> latencies) {
        long[] sorted = latencies.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "%s, %d messages: p50 %.1f ms, p99 %.1f ms, max %.1f ms%n",
                what,
                sorted.length,
                millis(sorted[sorted.length / 2]),
                millis(sorted[(int) (sorted.length * 0.99)]),
                millis(LongStream.of(sorted).max().orElseThrow()));
    }

    private static double millis(long nanos) {
        return nanos / 1_000_000.0;
    }
}
