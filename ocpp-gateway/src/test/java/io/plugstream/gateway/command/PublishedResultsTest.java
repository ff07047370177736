package io.plugstream.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PublishedResultsTest {

    private final FakeKafka kafka = FakeKafka.open();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final PublishedResults results =
            new PublishedResults(kafka.log, new CommandMetrics(meters), Clock.systemUTC());

    @AfterEach
    void close() {
        kafka.close();
    }

    @Test
    void anAnswerThatKafkaRefusesAsTooLargeIsReportedAsUnreadable() throws Exception {
        kafka.refuseLargerThan(1_000_000);
        ChargerCommand command = command();

        Thread writer = ended(command, "x".repeat(1_100_000));
        await().until(kafka.producer::completeNext);
        writer.join();

        assertThat(published())
                .singleElement()
                .isInstanceOfSatisfying(
                        CommandResult.Failed.class,
                        failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.UNREADABLE_ANSWER));
        assertThat(meters.get("plugstream.gateway.commands")
                        .tag("outcome", "unreadable_answer")
                        .timer()
                        .count())
                .isOne();
    }

    @Test
    void aResultThatIsAlwaysTooLargeIsGivenUpAndCounted() throws Exception {
        kafka.refuseLargerThan(1);

        ended(command(), "x").join();

        assertThat(published()).isEmpty();
        assertThat(meters.get("plugstream.gateway.commands.untold").counter().count())
                .isOne();
    }

    private Thread ended(ChargerCommand command, String answer) {
        CommandResult result = new CommandResult.Answered(
                command.commandId(),
                Instant.now(),
                Json.mapper().createObjectNode().put("answer", answer));
        return Thread.ofVirtual().start(() -> results.ended(command, result));
    }

    private List<CommandResult> published() {
        return kafka.producer.history().stream()
                .map(record ->
                        Topics.COMMAND_RESULTS.values().deserializer().deserialize(record.topic(), record.value()))
                .toList();
    }

    /** Expires long after the test. */
    private static ChargerCommand command() {
        Instant now = Instant.now();
        return new ChargerCommand(
                UUID.randomUUID(),
                "demo",
                Mode.LIVE,
                "CP",
                UUID.randomUUID(),
                CommandAction.GET_CONFIGURATION,
                Json.mapper().createObjectNode(),
                now,
                now.plusSeconds(30),
                now.plusSeconds(3600),
                null);
    }
}
