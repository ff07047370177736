package io.plugstream.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import eu.chargetime.ocpp.model.core.RemoteStartStopStatus;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionRequest;
import eu.chargetime.ocpp.model.core.ResetConfirmation;
import eu.chargetime.ocpp.model.core.ResetRequest;
import eu.chargetime.ocpp.model.core.ResetStatus;
import eu.chargetime.ocpp.model.core.ResetType;
import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.Request;
import io.plugstream.simulator.ocpp16.Ocpp16;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests a charger against ChargeTime's central system. */
@Execution(ExecutionMode.CONCURRENT)
class SimulatedChargerTest {

    /**
     * ChargeTime's server sometimes loses a message that arrives before its session is set up; it is resent after 30 s.
     */
    private static final Duration LIMIT = Duration.ofSeconds(70);

    private static final ChargerModel MODEL = ChargerModel.wallbox("SERIAL")
            .withConfiguration(Map.of("MeterValueSampleInterval", "1", "TransactionMessageRetryInterval", "1"));

    private final int port = freePort();
    private final RecordingCentralSystem central = new RecordingCentralSystem();
    private final Fleet fleet = new Fleet(Clock.systemUTC());
    private volatile ChargerState kept = ChargerState.fresh(MODEL);
    private final AtomicInteger writes = new AtomicInteger();
    private final AtomicBoolean full = new AtomicBoolean();
    private final List<String> troubles = new CopyOnWriteArrayList<>();
    private SimulatedCharger charger = switchedOff();

    @BeforeEach
    void open() {
        central.open(port);
    }

    @AfterEach
    void close() {
        fleet.close();
        central.close();
    }

    @Test
    void reportsACharge() throws Exception {
        charge();
        await().atMost(LIMIT).until(() -> Collections.frequency(central.actions(), "MeterValues") >= 2);
        act(known -> known.swipe(1, "TAG"));
        act(known -> known.unplug(1));
        reach(ChargerView::idle);

        assertThat(central.credentials()).containsOnly("CP-1:sixteen and more");
        // ChargeTime's server sometimes loses a message. Then the charger connects again and resends it.
        assertThat(central.actions())
                .startsWith("BootNotification", "Status 0 Available")
                .contains("Status 1 Charging")
                .containsSubsequence(
                        "Status 1 Available",
                        "Status 1 Preparing",
                        "Authorize",
                        "StartTransaction",
                        "MeterValues",
                        "MeterValues",
                        "StopTransaction",
                        "Status 1 Finishing",
                        "Status 1 Available");
        assertThat(kept.queue()).isEmpty();
    }

    @Test
    void repeatsAStartThatTheCentralSystemRefused() throws Exception {
        central.refuseNextStarts(2);
        charge();
        assertThat(central.started().subList(0, 3)).allMatch(central.started().getFirst()::equals);
        assertThat(troubles).contains("StartTransaction");
    }

    @Test
    void repeatsAStopWhoseAnswerWasLost() throws Exception {
        charge();
        central.dropAtNextStop();
        act(known -> known.unplug(1));
        await().atMost(LIMIT).until(() -> central.stopped().size() >= 2);
        reach(ChargerView::idle);
        assertThat(central.stopped()).containsOnly(1);
        assertThat(troubles).contains("disconnected");
    }

    @Test
    void continuesWhereItWasAfterAPowerCut() throws Exception {
        charge();
        charger.cut();
        charger.close();
        charger = switchedOff();
        start();
        act(known -> known.unplug(1));
        await().atMost(LIMIT).until(() -> !central.stopped().isEmpty());
        assertThat(central.stopped()).containsExactly(1);
    }

    @Test
    void isStartedRemotely() throws Exception {
        start();
        act(known -> known.plugIn(1));
        var answer = central.ask(new RemoteStartTransactionRequest("REMOTE"), RemoteStartTransactionConfirmation.class);
        assertThat(answer.getStatus()).isEqualTo(RemoteStartStopStatus.Accepted);
        reach(view -> view.state().transactionId() != null);
        assertThat(central.started().getFirst().getIdTag()).isEqualTo("REMOTE");
    }

    @Test
    void restartsAfterAReset() throws Exception {
        charge();
        var reset = central.ask(new ResetRequest(ResetType.Soft), ResetConfirmation.class);
        assertThat(reset.getStatus()).isEqualTo(ResetStatus.Accepted);
        await().atMost(LIMIT).until(() -> Collections.frequency(central.actions(), "BootNotification") == 2);
        assertThat(central.stopped()).containsExactly(1);
        assertThat(central.reasons()).containsExactly("SoftReset");
    }

    @Test
    void sendsNothingThatItCouldNotStore() throws Exception {
        start();
        act(known -> known.plugIn(1));
        reach(ChargerView::idle);
        full.set(true);
        act(known -> known.swipe(1, "TAG"));
        reach(view -> !view.connected());
        assertThat(central.actions()).doesNotContain("Authorize", "StartTransaction");
        full.set(false);
        await().atMost(LIMIT).until(() -> !central.started().isEmpty());
        // While it sends stored messages, its state is stored at intervals only.
        await().atMost(LIMIT).until(() -> kept.transactionId() != null);
        assertThat(kept.transactionId()).isEqualTo(1);
    }

    @Test
    void reconnectsWhenTheCentralSystemIsBack() throws Exception {
        start();
        go(known -> known.online(false));
        reach(view -> !view.connected());
        act(known -> known.plugIn(1));
        act(known -> known.swipe(1, "TAG"));
        assertThat(charger.view().state().unsent()).isEqualTo(1);
        go(known -> known.online(true));
        reach(view -> view.state().transactionId() != null);
    }

    @Test
    void unsentReadingsAreStoredTogether() throws Exception {
        charge();
        go(known -> known.online(false));
        var before = writes.get();
        reach(view -> view.state().unsent() >= 4);
        assertThat(writes.get() - before).isLessThanOrEqualTo(1);

        reach(view -> kept.unsent() >= 4);
        go(known -> known.online(true));
        reach(ChargerView::idle);
        assertThat(kept.queue()).isEmpty();
    }

    @Test
    void answersToStoredMessagesAreStoredTogether() throws Exception {
        charge();
        go(known -> known.online(false));
        go(known -> IntStream.range(0, 150).forEach(_ -> known.read(1)));
        charger.actAndKeep(_ -> true);
        var before = writes.get();
        go(known -> known.online(true));
        reach(ChargerView::idle);

        assertThat(Collections.frequency(central.actions(), "MeterValues")).isGreaterThanOrEqualTo(150);
        assertThat(writes.get() - before).isLessThan(50);
        assertThat(kept.queue()).isEmpty();
    }

    @Test
    void aReservationForEverDoesNotHarmIt() throws Exception {
        start();
        charger.act(known -> known.answer(List.of("ReserveNow"), new Request.Reserve(1, 1, "TAG", null, Instant.MAX)));
        reach(ChargerView::idle);
        go(known -> known.online(false));
        go(known -> known.online(true));
        reach(ChargerView::idle);
        assertThat(central.actions()).endsWith("Status 1 Reserved");
    }

    private void charge() throws InterruptedException {
        start();
        act(known -> known.plugIn(1));
        act(known -> known.swipe(1, "TAG"));
        reach(view -> view.state().transactionId() != null);
    }

    private void start() throws InterruptedException {
        charger.start();
        reach(ChargerView::idle);
    }

    private void act(Predicate<Charger> happening) {
        charger.act(happening::test);
    }

    private void go(Consumer<Charger> happening) {
        charger.act(known -> {
            happening.accept(known);
            return true;
        });
    }

    private void reach(Predicate<ChargerView> wanted) throws InterruptedException {
        assertThat(charger.await(wanted, LIMIT))
                .as(central.actions().toString())
                .isTrue();
    }

    private SimulatedCharger switchedOff() {
        return fleet.charger(
                new ChargerAddress(URI.create("ws://localhost:" + port + "/ocpp/org/CP-1"), "CP-1", "sixteen and more"),
                new Ocpp16(),
                MODEL,
                kept,
                state -> {
                    if (full.get()) {
                        throw new IOException("the disk is full");
                    }
                    kept = state;
                    writes.incrementAndGet();
                },
                new ChargerObserver() {
                    @Override
                    public void disconnected(String reason, Duration pause) {
                        troubles.add("disconnected");
                    }

                    @Override
                    public void refused(String action, String code, String description) {
                        troubles.add(action);
                    }
                });
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
