package io.plugstream.sandbox.charger;

import static io.plugstream.sandbox.charger.ChargerBench.LIFE;
import static io.plugstream.sandbox.charger.ChargerBench.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxScenario;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.simulator.fleet.RecordingCentralSystem;
import io.plugstream.simulator.scenario.Scenario;
import io.plugstream.simulator.scenario.Scenarios;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class TestChargerTest {

    private final ChargerBench bench = new ChargerBench();
    private final RecordingCentralSystem gateway = bench.gateway;
    private final RememberingWriter writer = bench.writer;

    TestChargerTest() throws IOException {}

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void anOrderIsDoneOnce() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            Awaitility.await().atMost(LIMIT).until(charger::isConnected);

            assertThat(charger.take(act(SandboxAction.PLUG_IN), 7, LIFE)).isEqualTo(OrderResult.DONE);
            assertThat(charger.take(act(SandboxAction.UNPLUG), 7, LIFE)).isEqualTo(OrderResult.REPEATED);
            assertThat(charger.take(act(SandboxAction.PLUG_IN), 8, LIFE)).isEqualTo(OrderResult.IMPOSSIBLE);
            assertThat(charger.take(
                            new SandboxOrder.Act(
                                    Instant.now().minus(LIFE).minusSeconds(1), SandboxAction.UNPLUG, null, 1),
                            9,
                            LIFE))
                    .isEqualTo(OrderResult.LATE);
            assertThat(writer.state().through()).isEqualTo(9);
            assertThat(writer.state().shown().plugged()).isTrue();
        }
    }

    @Test
    void anOrderHasTheClockSpeedOfItsTime() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();

            charger.take(new SandboxOrder.Act(Instant.now(), SandboxAction.PLUG_IN, null, 60), 0, LIFE);

            assertThat(Json.mapper()
                            .readTree(writer.state().memory())
                            .at("/time/speed")
                            .asInt())
                    .as("the settings still say 1")
                    .isEqualTo(60);
        }
    }

    @Test
    void aSessionGoesOnWithTheNextOwner() {
        var charger = bench.charger(null, writer);
        charger.start();
        charger.take(act(SandboxAction.PLUG_IN), 0, LIFE);
        charger.take(act(SandboxAction.SWIPE), 1, LIFE);
        Awaitility.await().atMost(LIMIT).until(() -> writer.state().shown().transactionId() != null);
        writer.breakDown();
        charger.close();

        var next = new RememberingWriter();
        try (var successor = bench.charger(writer.state(), next)) {
            successor.start();
            Awaitility.await().atMost(LIMIT).until(successor::isConnected);
            assertThat(successor.take(act(SandboxAction.SWIPE), 1, LIFE)).isEqualTo(OrderResult.REPEATED);
            assertThat(successor.take(act(SandboxAction.SWIPE), 2, LIFE)).isEqualTo(OrderResult.DONE);
            Awaitility.await().atMost(LIMIT).until(() -> !gateway.stopped().isEmpty());
            assertThat(gateway.started()).hasSize(1);
            assertThat(gateway.stopped()).containsExactly(1);
        }
    }

    @Test
    void aScenarioGoesOnWithTheNextOwner() {
        var charger = bench.charger(null, writer);
        charger.start();
        var id = UUID.randomUUID();
        assertThat(charger.take(new SandboxOrder.Run(Instant.now(), id, "normalSession", 1), 0, LIFE))
                .isEqualTo(OrderResult.DONE);
        assertThat(charger.take(act(SandboxAction.PLUG_IN), 1, LIFE)).isEqualTo(OrderResult.IMPOSSIBLE);
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> writer.state().runs().getFirst().next() > 3);
        writer.breakDown();
        charger.close();

        var next = new RememberingWriter();
        try (var successor = bench.charger(writer.state(), next)) {
            successor.start();
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> next.state().runs().getFirst().status() != SandboxRun.Status.RUNNING);
            var run = next.state().runs().getFirst();
            assertThat(run.status()).as(run.toString()).isEqualTo(SandboxRun.Status.SUCCEEDED);
            assertThat(run.id()).isEqualTo(id);
            assertThat(run.steps())
                    .extracting(SandboxRun.Step::step)
                    .containsExactlyElementsOf(Scenarios.named("normalSession").orElseThrow().steps().stream()
                            .map(step -> step.wireName())
                            .toList());
            assertThat(gateway.started()).hasSize(1);
            assertThat(gateway.stopped()).hasSize(1);
        }
    }

    @Test
    void aScenarioSendsItsCommandAndContinuesWithTheAnswer() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(new SandboxOrder.Run(Instant.now(), UUID.randomUUID(), "refusedRemoteStart", 1), 0, LIFE);
            Awaitility.await().atMost(LIMIT).until(() -> !writer.commands().isEmpty());
            var command = writer.commands().getFirst();
            assertThat(command.chargeBoxId()).isEqualTo("CP-1");

            charger.take(new SandboxOrder.CommandEnded(Instant.now(), command.id(), "rejected"), 1, LIFE);

            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> writer.state().runs().getFirst().status() == SandboxRun.Status.SUCCEEDED);
        }
    }

    @Test
    void aScenarioFailsIfItsCommandEndsOtherwise() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(new SandboxOrder.Run(Instant.now(), UUID.randomUUID(), "refusedRemoteStart", 1), 0, LIFE);
            Awaitility.await().atMost(LIMIT).until(() -> !writer.commands().isEmpty());

            charger.take(
                    new SandboxOrder.CommandEnded(
                            Instant.now(), writer.commands().getFirst().id(), "accepted"),
                    1,
                    LIFE);

            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> writer.state().runs().getFirst().status() == SandboxRun.Status.FAILED);
            assertThat(writer.state().runs().getFirst().failure()).contains("accepted", "rejected");
        }
    }

    @Test
    void aScenarioInterruptedWhileItSendsItsCommandContinuesElsewhere() {
        writer.blockCommands();
        var charger = bench.charger(null, writer);
        charger.start();
        charger.take(new SandboxOrder.Run(Instant.now(), UUID.randomUUID(), "refusedRemoteStart", 1), 0, LIFE);
        Awaitility.await().atMost(LIMIT).until(writer::isBlocking);

        charger.close();

        assertThat(writer.isBlocking()).isFalse();
        assertThat(bench.registry
                        .get("plugstream.sandbox.scenarios")
                        .tag("status", "failed")
                        .counter()
                        .count())
                .isZero();
        assertThat(writer.state().runs().getFirst().status()).isEqualTo(SandboxRun.Status.RUNNING);
    }

    @Test
    void aChargerWithUnreadableMemoryStartsFresh() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(act(SandboxAction.PLUG_IN), 3, LIFE);
        }
        try (var charger = bench.charger(with("{\"connectors\":\"many\"}"), writer)) {
            charger.start();
            Awaitility.await().atMost(LIMIT).until(charger::isConnected);
            assertThat(charger.take(act(SandboxAction.PLUG_IN), 3, LIFE)).isEqualTo(OrderResult.REPEATED);
            assertThat(charger.take(act(SandboxAction.PLUG_IN), 4, LIFE)).isEqualTo(OrderResult.DONE);
        }
    }

    @Test
    void aChargerIsIdleAfterALongTimeWithoutUse() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            assertThat(charger.isIdle(Duration.ofHours(1)))
                    .as("registered long ago, never used")
                    .isTrue();

            assertThat(charger.take(new SandboxOrder.Use(Instant.now()), 0, LIFE))
                    .isEqualTo(OrderResult.DONE);

            assertThat(charger.isIdle(Duration.ofHours(1))).isFalse();
            assertThat(writer.state().usedAt()).isAfter(Instant.now().minus(LIMIT));
        }
    }

    @ParameterizedTest
    @CsvSource({"PT2H, false", "PT72H, true"})
    void aChargerThatWillUpdateItsFirmwareWithinADayIsNotIdle(Duration later, boolean isIdle) {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
        }
        var memory = (ObjectNode) Json.mapper().readTree(writer.state().memory());
        memory.putObject("upkeep")
                .put("restartsWhenIdle", false)
                .putObject("firmware")
                .put("next", Instant.now().plus(later).toString())
                .putArray("steps")
                .add("DOWNLOADING");
        try (var charger = bench.charger(with(memory.toString()), writer)) {
            charger.start();

            assertThat(charger.isIdle(Duration.ofHours(1))).isEqualTo(isIdle);
            assertThat(writer.state().usedAt().isAfter(Instant.now())).isEqualTo(!isIdle);
        }
    }

    /** The written state with another memory. */
    private SandboxState with(String memory) {
        var known = writer.state();
        return new SandboxState(
                known.organisationId(),
                known.chargeBoxId(),
                known.registeredAt(),
                memory,
                known.through(),
                known.usedAt(),
                known.equipment(),
                known.shown(),
                known.runs());
    }

    @Test
    void theApiNamesAllScenarios() {
        assertThat(Arrays.stream(SandboxScenario.values()).map(SandboxScenario::wireName))
                .containsExactlyElementsOf(
                        Scenarios.all().stream().map(Scenario::name).toList());
    }

    private static SandboxOrder act(SandboxAction action) {
        return new SandboxOrder.Act(Instant.now(), action, null, 1);
    }
}
