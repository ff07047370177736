package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TcpProxy.Direction;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The network between the service and Kafka drops traffic silently. */
class SilentNetworkIT {

    private static final Duration NOTICED = Duration.ofSeconds(15);

    @TempDir
    private static Path home;

    private static Kafka broker;
    private static QuotaProcess service;
    private static QuotaClient client;

    @BeforeAll
    static void start() {
        broker = RealParts.newProxiedKafka();
        service = QuotaProcess.start(home, broker.proxiedServers()).awaitReady();
        client = new QuotaClient(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        client.close();
        service.close();
        broker.close();
    }

    @AfterEach
    void restore() {
        broker.network().restore();
    }

    @Test
    void decisionsGoOnWithinFifteenSecondsAfterConnectionsWereForgotten() {
        Burst burst = Burst.begun();
        broker.network().forget();

        burst.goOn().awaitAnswers(NOTICED);

        burst.assertExact();
    }

    @Test
    void silenceOfBothDirectionsIsNoticedAndDecisionsGoOnAfterIt() {
        Burst burst = Burst.begun();
        broker.network().hold(Direction.TO_SERVER, Direction.TO_CLIENT);
        burst.goOn();
        awaitNoticed();

        broker.network().restore();
        burst.awaitAnswers(NOTICED);

        burst.assertExact();
    }

    @Test
    void callsAreCountedOnceWhileAcknowledgementsAreLost() {
        Burst burst = Burst.begun();
        broker.network().lose(Direction.TO_CLIENT);
        burst.goOn();
        awaitNoticed();

        broker.network().restore();
        burst.awaitAnswers(NOTICED);

        burst.assertExact();
    }

    private static void awaitNoticed() {
        await("Kafka is reported as down")
                .atMost(NOTICED)
                .until(() -> service.get("/actuator/health").contains("\"kafka\":{\"details\":{\"error\""));
    }

    /** More calls of one organisation than its limit; some of them are sent before an outage. */
    private record Burst(List<ApiCall> calls) {

        static Burst begun() {
            String organisation = "org-" + UUID.randomUUID();
            Instant now = Instant.now();
            Burst burst = new Burst(IntStream.range(0, 70)
                    .mapToObj(i -> Calls.at(organisation, Tier.FREE, now))
                    .toList());
            List<ApiCall> first = burst.calls.subList(0, 20);
            first.forEach(client::send);
            await().atMost(Duration.ofMinutes(1)).until(() -> isAnswered(first));
            return burst;
        }

        Burst goOn() {
            calls.subList(20, calls.size()).forEach(client::send);
            return this;
        }

        void awaitAnswers(Duration most) {
            await("decisions").atMost(most).until(() -> isAnswered(calls));
        }

        void assertExact() {
            List<QuotaDecision> decisions = calls.stream()
                    .map(call -> client.answers().get(call.callId()))
                    .toList();
            assertThat(decisions.stream().filter(QuotaDecision::admitted).map(QuotaDecision::used))
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(1, 50).boxed().toList());
            assertThat(client.contradictions()).isEmpty();
            assertThat(client.failures()).isEmpty();
        }

        private static boolean isAnswered(List<ApiCall> asked) {
            return asked.stream().allMatch(call -> client.answers().containsKey(call.callId()));
        }
    }
}
