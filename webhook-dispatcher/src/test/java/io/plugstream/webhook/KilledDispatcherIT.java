package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.local.kafka.KafkaBroker;
import io.plugstream.model.webhook.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a process: what remains of the promises when it is killed, frozen, replaced, or loses its broker. */
class KilledDispatcherIT {

    /** {@code -Dplugstream.kill.rounds=100} for the long run. */
    private static final int ROUNDS = Integer.getInteger("plugstream.kill.rounds", 3);

    @TempDir
    Path directory;

    private KafkaBroker broker;
    private Log log;

    @BeforeEach
    void start() throws Exception {
        broker = KafkaBroker.start(directory, 0);
        log = new Log(broker.bootstrapServers());
        log.createTopics();
    }

    @AfterEach
    void stop() {
        log.close();
        broker.close();
    }

    @Test
    void killedAtRandomMomentsUnderLoadItMakesNoSecondPostAndLosesNoDelivery() throws Exception {
        Random random = new Random();
        try (RecordingReceiver a = RecordingReceiver.delaying(50);
                RecordingReceiver b = RecordingReceiver.delaying(50)) {
            log.register("acme", Log.webhook("a", a.url()), Log.webhook("b", b.url()));
            SteadyLoad events = SteadyLoad.of(60, () -> log.publish(Events.connected("acme")));
            SteadyLoad samples = SteadyLoad.of(10, () -> log.publish(Events.sample("acme", "a")));
            for (int round = 0; round < ROUNDS; round++) {
                DispatcherProcess dispatcher = DispatcherProcess.start(directory, "one", broker.bootstrapServers());
                int until = a.journal().size() + 1 + random.nextInt(1_000);
                await().atMost(Duration.ofMinutes(2))
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> a.journal().size() > until);
                dispatcher.kill();
            }
            events.end();
            samples.end();
            try (DispatcherProcess last = DispatcherProcess.start(directory, "one", broker.bootstrapServers())
                    .awaitReady()) {
                Accounts accounts =
                        Accounts.of(log, "a", all(events, samples), a).assertBalanced();
                Accounts.of(log, "b", events.published(), b).assertBalanced();
                assertThat(accounts.with(Outcome.DELIVERED)).isNotEmpty();
                assertThat(last.metrics())
                        .contains("plugstream_dispatcher_deliveries_total{", "plugstream_dispatcher_in_flight");
            }
        }
    }

    @Test
    void frozenBeyondItsSessionItCannotClaimWhatAnotherHasTaken() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.delaying(50)) {
            log.register("acme", Log.webhook("a", receiver.url()));
            try (DispatcherProcess zombie = start("one");
                    DispatcherProcess heir = start("two")) {
                SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("acme")));
                await().until(() -> receiver.journal().size() > 100);
                zombie.freeze();
                // The group gives it up after 10 s; all that comes then is the other's.
                await().atMost(Duration.ofSeconds(60))
                        .until(() ->
                                receiver.journal().size() > load.published().size() - 20
                                        && load.published().size() > 1_000);
                zombie.thaw();
                int thawed = load.published().size();
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> load.published().size() > thawed + 300);
                load.end();

                // What was in flight when it froze has timed out, though it arrived.
                Accounts.of(log, "a", load.published(), receiver).assertBalanced(Outcome.UNKNOWN, Outcome.TIMED_OUT);
                assertThat(heir.metrics()).contains("plugstream_dispatcher_claims_total");
            }
        }
    }

    @Test
    void replacedOneAfterTheOtherUnderLoadNothingIsUnknown() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.delaying(50)) {
            log.register("acme", Log.webhook("a", receiver.url()));
            DispatcherProcess first = start("one");
            DispatcherProcess second = start("two");
            SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("acme")));
            await().until(() -> receiver.journal().size() > 50);

            first.terminate();
            try (DispatcherProcess _ = start("one")) {
                second.terminate();
                try (DispatcherProcess _ = start("two")) {
                    load.end();

                    Accounts accounts =
                            Accounts.of(log, "a", load.published(), receiver).assertBalanced();
                    assertThat(accounts.with(Outcome.DELIVERED))
                            .hasSize(accounts.matched().size());
                }
            }
        }
    }

    @Test
    void aBrokerThatRestartsOrForgetsTheGroupCausesNoSecondPost() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.delaying(20)) {
            log.register("acme", Log.webhook("a", receiver.url()));
            DispatcherProcess dispatcher = start("one");
            List<UUID> published = new ArrayList<>(during(Duration.ofSeconds(2), receiver));

            String servers = broker.bootstrapServers();
            broker.stop();
            broker = KafkaBroker.start(directory, Integer.parseInt(servers.substring(servers.indexOf(':') + 1)));
            published.addAll(during(Duration.ofSeconds(2), receiver));

            dispatcher.terminate();
            log.rewindGroup();
            try (DispatcherProcess _ = start("one")) {
                published.addAll(during(Duration.ofSeconds(1), receiver));
                Accounts.of(log, "a", published, receiver).assertBalanced();
            }
        }
    }

    /** Publishes for a while and waits until one of it has arrived. */
    private List<UUID> during(Duration time, RecordingReceiver receiver) throws Exception {
        int before = receiver.journal().size();
        SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("acme")));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> load.published().size() >= 100 * time.toSeconds()
                        && receiver.journal().size() > before);
        load.end();
        return load.published();
    }

    private DispatcherProcess start(String instance) throws Exception {
        return DispatcherProcess.start(directory, instance, broker.bootstrapServers())
                .awaitReady();
    }

    private static List<UUID> all(SteadyLoad... loads) {
        List<UUID> all = new ArrayList<>();
        for (SteadyLoad load : loads) {
            all.addAll(load.published());
        }
        return all;
    }
}
