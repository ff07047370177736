package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    private static final int CONCURRENT = 4;
    private static final int MANY = 50;
    private static final ChargerId RESTLESS = new ChargerId("demo", "RESTLESS");
    private static final ChargerId CALM = new ChargerId("demo", "CALM");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Admission admission =
            new Admission(new AdmissionProperties(CONCURRENT, 10, Duration.ofSeconds(10), 400), meters);
    private final CountDownLatch announced = new CountDownLatch(1);

    @AfterEach
    void announce() {
        announced.countDown();
    }

    @Test
    void aChargerThatConnectsOverAndOverTakesNobodysTurn() throws Exception {
        List<Future<Optional<String>>> connections = new ArrayList<>();
        for (int connection = 0; connection < MANY; connection++) {
            connections.add(connect(RESTLESS));
        }
        await().until(() -> connections.stream().filter(Future::isDone).count() == MANY - 2);

        assertThat(admission.isQueueFull()).isFalse();
        assertThat(admission.admit(CALM, () -> "admitted")).contains("admitted");
        assertThat(meters.get("plugstream.gateway.admission")
                        .tag("outcome", "too-many")
                        .timer()
                        .count())
                .isEqualTo(MANY - 2);
    }

    @Test
    void aChargerMayConnectAgainOnceItsEarlierConnectionsAreAdmitted() throws Exception {
        var first = connect(RESTLESS);
        var second = connect(RESTLESS);
        announced.countDown();

        assertThat(first.get()).isPresent();
        assertThat(second.get()).isPresent();
        assertThat(connect(RESTLESS).get()).isPresent();
    }

    private Future<Optional<String>> connect(ChargerId charger) {
        FutureTask<Optional<String>> connection = new FutureTask<>(() -> admission.admit(charger, this::announcement));
        Thread.ofVirtual().start(connection);
        return connection;
    }

    private String announcement() {
        try {
            announced.await();
            return "admitted";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
