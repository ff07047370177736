package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The wall clock of a dispatcher is set while deliveries are in flight and waiting (ADR 127). */
class ClockStepIT {

    private static final Duration STEP = Duration.ofMinutes(10);
    private static final Duration SOON = Duration.ofSeconds(30);

    @AfterEach
    void setRight() {
        SetClock.set(Duration.ZERO);
    }

    @Test
    void aStepForwardLosesNoDelivery() throws Exception {
        try (Held held = new Held("forward");
                var dispatcher = held.dispatcher("--plugstream.outcome.sweep-every=10ms")) {
            held.deliverOthers();
            List<String> events = held.publish(3, dispatcher);

            SetClock.set(STEP);
            // Takes as long as some sweeps.
            held.deliverOthers();
            held.release();

            for (String event : events) {
                // On a busy machine the first one may time out before it is released.
                assertThat(held.outcomes(event)).hasSize(1).isSubsetOf(Outcome.DELIVERED, Outcome.TIMED_OUT);
                assertThat(held.receiver.count(event)).isEqualTo(1);
            }
        }
    }

    @Test
    void aStepBackLetsNoDeliveryWaitLonger() throws Exception {
        try (Held held = new Held("back");
                var dispatcher = held.dispatcher(
                        "--plugstream.delivery.longest-wait=3s",
                        "--plugstream.outcome.record-within=13s",
                        "--plugstream.outcome.unknown-after=16s")) {
            held.deliverOthers();
            List<String> events = held.publish(3, dispatcher);

            SetClock.set(STEP.negated());

            // The first one takes 5 s to time out, longer than the others may wait.
            assertThat(held.outcomes(events.getFirst())).containsExactly(Outcome.TIMED_OUT);
            assertThat(held.outcomes(events.get(1))).containsExactly(Outcome.SHED);
            assertThat(held.outcomes(events.get(2))).containsExactly(Outcome.SHED);
            assertThat(held.receiver.journal()).hasSize(1);
        }
    }

    /** A receiver that answers only once it is released, and may have one POST in flight. */
    private static final class Held implements AutoCloseable {

        private final String organisation;
        private final Kafka broker = RealParts.newKafka();
        private final TestLog log = new TestLog(broker.bootstrapServers());
        private final CountDownLatch released = new CountDownLatch(1);
        private final RecordingReceiver receiver = new RecordingReceiver((_, socket) -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            RecordingReceiver.write(socket, 200, "ok");
        });
        private final RecordingReceiver other = new RecordingReceiver(RecordingReceiver.OK);

        private Held(String organisation) throws Exception {
            this.organisation = organisation;
            log.createTopics();
            log.register(organisation, TestLog.webhook(organisation, receiver.url()));
            log.register("other", TestLog.webhook("other", other.url()));
        }

        private ConfigurableApplicationContext dispatcher(String... more) {
            List<String> arguments = new ArrayList<>(List.of(more));
            arguments.add("--plugstream.delivery.in-flight=1");
            return EmbeddedDispatcher.run(SetClock.class, broker.bootstrapServers(), arguments);
        }

        /** Returns once one event is in flight and the others wait. */
        private List<String> publish(int events, ConfigurableApplicationContext dispatcher) throws Exception {
            List<String> ids = new ArrayList<>();
            for (int event = 0; event < events; event++) {
                ids.add(log.publish(Events.connected(organisation)));
            }
            Gauge waiting = dispatcher
                    .getBean(MeterRegistry.class)
                    .get("plugstream.dispatcher.waiting")
                    .gauge();
            await().atMost(SOON)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> receiver.journal().size() == 1 && waiting.value() == events - 1);
            return ids;
        }

        /** Delivers events of another organisation, one after the other. */
        private void deliverOthers() throws Exception {
            for (int event = 0; event < 3; event++) {
                String id = log.publish(Events.connected("other"));
                await().atMost(SOON).pollInterval(Duration.ofMillis(10)).until(() -> other.count(id) == 1);
            }
        }

        private void release() {
            released.countDown();
        }

        private List<Outcome> outcomes(String event) {
            return await().atMost(SOON).until(() -> log.ends(organisation, event), ends -> !ends.isEmpty()).stream()
                    .map(Ended::outcome)
                    .toList();
        }

        @Override
        public void close() throws IOException {
            release();
            receiver.close();
            other.close();
            log.close();
            broker.close();
        }
    }
}
