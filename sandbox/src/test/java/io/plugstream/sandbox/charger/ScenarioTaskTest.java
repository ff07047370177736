package io.plugstream.sandbox.charger;

import static io.plugstream.sandbox.charger.ChargerBench.LIFE;
import static io.plugstream.sandbox.charger.ChargerBench.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.charger.ChargerTime;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A charger during and after a scenario. */
class ScenarioTaskTest {

    private static final Map<String, String> ANSWERS = Map.of("Reset", "reject", "RemoteStartTransaction", "error");

    private final ChargerBench bench = new ChargerBench();
    private final RememberingWriter writer = bench.writer;

    ScenarioTaskTest() throws IOException {}

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void theCarOfAFailedScenarioIsUnplugged() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(run("refusedRemoteStart"), 0, LIFE);
            endCommand(charger, "accepted");

            awaitFailure(writer);
            assertThat(writer.state().shown().plugged()).isFalse();
        }
    }

    @Test
    void theClockIsRightAfterAFailedScenario() {
        bench.gateway.refuseNextStarts(Integer.MAX_VALUE);
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(run("wrongClock"), 0, LIFE);

            awaitFailure(writer);
            assertThat(memory(writer).time()).isEqualTo(ChargerTime.RIGHT);
            assertThat(writer.state().shown().plugged()).isFalse();
        }
    }

    @Test
    void aScenarioThatFoundACarLeavesIt() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(act(SandboxAction.PLUG_IN), 0, LIFE);
            charger.take(run("normalSession"), 1, LIFE);

            awaitFailure(writer);
            assertThat(writer.state().shown().plugged()).isTrue();
        }
    }

    @Test
    void aScenarioBeginsWithoutTheDriverOfAnEarlierSwipe() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            Awaitility.await().atMost(LIMIT).until(charger::isConnected);
            charger.take(act(SandboxAction.SWIPE), 0, LIFE);
            charger.take(run("normalSession"), 1, LIFE);

            Awaitility.await().atMost(LIMIT).until(() -> run(writer.state()).status() != SandboxRun.Status.RUNNING);
            assertThat(run(writer.state()).failure()).isNull();
        }
    }

    @Test
    void aScenarioUsesItsOwnAnswers() {
        try (var charger = bench.charger(null, writer, ANSWERS)) {
            charger.start();
            charger.take(run("remoteStart"), 0, LIFE);
            assertThat(memory(writer).answers()).isEmpty();

            endCommand(charger, "rejected");
            awaitFailure(writer);
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> memory(writer).answers().keySet().equals(ANSWERS.keySet()));
        }
    }

    @Test
    void aResumedScenarioUsesItsOwnAnswers() {
        var charger = bench.charger(null, writer, ANSWERS);
        charger.start();
        charger.take(run("refusedRemoteStart"), 0, LIFE);
        Awaitility.await().atMost(LIMIT).until(() -> !writer.commands().isEmpty());
        writer.breakDown();
        charger.close();

        var next = new RememberingWriter();
        try (var successor = bench.charger(writer.state(), next, ANSWERS)) {
            successor.start();
            successor.take(act(SandboxAction.SWIPE), 1, LIFE);
            assertThat(memory(next).answers()).containsOnlyKeys("RemoteStartTransaction");
        }
    }

    @Test
    void aScenarioEndsInTimeAlthoughNothingAnswersItsCommand() {
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            Awaitility.await().atMost(LIMIT).until(charger::isConnected);
            var requested = Instant.now().minus(SandboxRun.LONGEST).plusSeconds(4);
            charger.take(new SandboxOrder.Run(requested, UUID.randomUUID(), "remoteStart", 1), 0, LIFE);

            awaitFailure(writer);
            assertThat(run(writer.state()).endedAt())
                    .isBefore(requested.plus(SandboxRun.LONGEST).plusSeconds(3));
            assertThat(writer.commands()).isNotEmpty();
        }
    }

    @Test
    void aScenarioThatIsResumedTooLateEndsBeforeTheNextOrder() {
        var charger = bench.charger(null, writer);
        charger.start();
        Awaitility.await().atMost(LIMIT).until(charger::isConnected);
        charger.take(run("refusedRemoteStart"), 0, LIFE);
        Awaitility.await().atMost(LIMIT).until(() -> !writer.commands().isEmpty());
        writer.breakDown();
        charger.close();

        var next = new RememberingWriter();
        bench.clock = Clock.offset(Clock.systemUTC(), SandboxRun.LONGEST);
        try (var successor = bench.charger(writer.state(), next)) {
            successor.start();
            assertThat(run(next.state()).status()).isEqualTo(SandboxRun.Status.FAILED);
            assertThat(next.state().shown().plugged()).isFalse();
            var order = new SandboxOrder.Act(bench.clock.instant(), SandboxAction.PLUG_IN, null, 1);
            assertThat(successor.take(order, 1, LIFE)).isEqualTo(OrderResult.DONE);
        }
    }

    @Test
    void aScenarioThatEndsWithAnErrorFailsAndTheNextOneBegins() {
        writer.failOnceWith(new AssertionError("a command"));
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(run("remoteStart"), 0, LIFE);

            awaitFailures(1);
            assertThat(run(writer.state()).failure()).contains("AssertionError");
            assertThat(charger.take(run("normalSession"), 1, LIFE)).isEqualTo(OrderResult.DONE);
        }
    }

    @Test
    void aRunEndsAlthoughItsEndFailsAtFirst() {
        writer.failOnceWith(new AssertionError("a command"));
        writer.failOnceToEnd(new AssertionError("the end"));
        try (var charger = bench.charger(null, writer)) {
            charger.start();
            charger.take(run("remoteStart"), 0, LIFE);

            awaitFailures(1);
            assertThat(run(writer.state()).status()).isEqualTo(SandboxRun.Status.FAILED);
        }
    }

    /** Waits for the count of failed scenarios, whose threads may end with an error. */
    private void awaitFailures(int count) {
        var failed = bench.registry
                .get("plugstream.sandbox.scenarios")
                .tag("status", "failed")
                .counter();
        Awaitility.await().dontCatchUncaughtExceptions().atMost(LIMIT).until(() -> failed.count() == count);
    }

    private void endCommand(TestCharger charger, String status) {
        Awaitility.await().atMost(LIMIT).until(() -> !writer.commands().isEmpty());
        var command = writer.commands().getFirst();
        charger.take(new SandboxOrder.CommandEnded(Instant.now(), command.id(), status), 1, LIFE);
    }

    private static void awaitFailure(RememberingWriter writer) {
        Awaitility.await().atMost(LIMIT).until(() -> run(writer.state()).status() == SandboxRun.Status.FAILED);
    }

    private static SandboxRun run(SandboxState state) {
        return state.runs().getFirst();
    }

    private static ChargerState memory(RememberingWriter writer) {
        return Json.mapper().readValue(writer.state().memory(), ChargerState.class);
    }

    private static SandboxOrder run(String scenario) {
        return new SandboxOrder.Run(Instant.now(), UUID.randomUUID(), scenario, 1);
    }

    private static SandboxOrder act(SandboxAction action) {
        return new SandboxOrder.Act(Instant.now(), action, null, 1);
    }
}
