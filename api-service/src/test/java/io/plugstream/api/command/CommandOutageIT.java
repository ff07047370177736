package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.api.access.Caller;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Commands while the broker does not respond. */
class CommandOutageIT {

    private static final Caller CALLER =
            new Caller("outage", Tier.SCALE, Mode.LIVE, Caller.Credential.API_KEY, "key", false);
    private static final Target TARGET = new Target("CP", UUID.randomUUID(), "ocpp1.6");

    @Test
    void commandsThatKafkaDoesNotAcknowledgeAreRefusedAndTooLateToBeSent() throws Exception {
        Kafka kafka = RealParts.newKafka();
        try (RunningService service = RunningService.start(
                kafka, Database.fresh(RealParts.postgres()), "--plugstream.commands.patience=0s")) {
            Commands commands = service.bean(Commands.class);
            NewCommand reset = new NewCommand(
                    CommandAction.RESET,
                    (ObjectNode) Json.mapper().readTree("{\"type\":\"Soft\"}"),
                    Duration.ofSeconds(30),
                    false);
            assertThat(issue(commands, reset)).isEqualTo(CommandStatus.QUEUED);

            kafka.pause();
            ProblemException refusal = catchThrowableOfType(ProblemException.class, () -> issue(commands, reset));
            Instant refused = Instant.now();
            kafka.resume();

            assertThat(refusal.problem().kind()).isEqualTo(ProblemType.UNAVAILABLE);
            String uncertain = service.database().ask("SELECT id FROM commands ORDER BY created_at DESC LIMIT 1");
            assertThat(refusal.problem().detail()).contains(uncertain);
            assertThat(issue(commands, reset)).isEqualTo(CommandStatus.QUEUED);
            assertThat(service.database().ask("SELECT count(*) FROM commands")).isEqualTo("3");
            assertTooLate(kafka, UUID.fromString(uncertain), refused);
        } finally {
            kafka.close();
        }
    }

    /** The sweep counts it when it times out. */
    @Test
    void aRefusedCommandThatCannotBeWithdrawnIsNotCountedAsUnavailable() {
        Database database = Database.fresh(RealParts.postgres());
        try (RunningService service = RunningService.start(RealParts.kafka(), database)) {
            database.run("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                    + " 'BEGIN RAISE EXCEPTION ''not now''; END'");
            database.run("CREATE TRIGGER refused BEFORE DELETE ON commands EXECUTE FUNCTION refuse()");
            NewCommand tooLarge = new NewCommand(
                    CommandAction.DATA_TRANSFER,
                    Json.mapper().createObjectNode().put("data", "x".repeat(20_000_000)),
                    Duration.ofSeconds(1),
                    false);

            ProblemException refusal =
                    catchThrowableOfType(ProblemException.class, () -> issue(service.bean(Commands.class), tooLarge));

            assertThat(refusal.problem().kind()).isEqualTo(ProblemType.UNAVAILABLE);
            assertThat(service.bean(MeterRegistry.class)
                            .find("plugstream.api.commands")
                            .tag("outcome", CommandMetrics.UNAVAILABLE)
                            .counter())
                    .isNull();
        }
    }

    private static CommandStatus issue(Commands commands, NewCommand command) {
        return commands.issue(CALLER, TARGET, command)
                .blockOptional(Duration.ofSeconds(30))
                .orElseThrow()
                .status();
    }

    /** The broker may still have received the refused command; then it must be too late for gateways to take it. */
    private static void assertTooLate(Kafka kafka, UUID uncertain, Instant refused) {
        int others = 0;
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()),
                Topics.CHARGER_COMMANDS.keys().deserializer(),
                Topics.CHARGER_COMMANDS.values().deserializer())) {
            var partitions = consumer.partitionsFor(Topics.CHARGER_COMMANDS.name()).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    if (record.value().commandId().equals(uncertain)) {
                        assertThat(record.value().takeBy()).isBefore(refused);
                    } else {
                        others++;
                    }
                }
            }
        }
        assertThat(others).isEqualTo(2);
    }
}
