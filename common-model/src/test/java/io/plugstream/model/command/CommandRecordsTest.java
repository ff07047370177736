package io.plugstream.model.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

class CommandRecordsTest {

    private static final UUID ID = UUID.fromString("019a0000-0000-7000-8000-000000000001");
    private static final UUID CONNECTION = UUID.fromString("019a0000-0000-7000-8000-000000000002");
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private final ChargerCommand command = new ChargerCommand(
            ID,
            "demo",
            Mode.LIVE,
            "CP-1",
            CONNECTION,
            CommandAction.REMOTE_START_TRANSACTION,
            object("{\"idTag\":\"SECRET\",\"connectorId\":1}"),
            NOON,
            NOON.plusMillis(1500),
            NOON.plusSeconds(30),
            null);

    @Test
    void aCommandIsReadAsItWasWritten() {
        byte[] bytes = Topics.CHARGER_COMMANDS.values().serializer().serialize("t", command);

        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .contains("\"action\":\"RemoteStartTransaction\"", "\"takeBy\":\"2026-01-31T12:00:01.500Z\"");
        assertThat(Topics.CHARGER_COMMANDS.values().deserializer().deserialize("t", bytes))
                .isEqualTo(command);
        assertThat(command.chargerId()).isEqualTo(new ChargerId("demo", "CP-1"));
    }

    @Test
    void toStringHidesTheCommandsPayload() {
        assertThat(command.toString()).contains("RemoteStartTransaction").doesNotContain("SECRET");
    }

    @ParameterizedTest
    @MethodSource
    void resultsAreReadAsTheyWereWritten(CommandResult result, String step) {
        byte[] bytes = Topics.COMMAND_RESULTS.values().serializer().serialize("t", result);

        assertThat(new String(bytes, StandardCharsets.UTF_8)).contains("\"step\":\"" + step + '"');
        assertThat(Topics.COMMAND_RESULTS.values().deserializer().deserialize("t", bytes))
                .isEqualTo(result);
    }

    static Stream<Object[]> resultsAreReadAsTheyWereWritten() {
        return Stream.of(
                new Object[] {new CommandResult.Sent(ID, NOON), "sent"},
                new Object[] {new CommandResult.Answered(ID, NOON, object("{\"status\":\"Accepted\"}")), "answered"},
                new Object[] {new CommandResult.Refused(ID, NOON, "NotSupported", "no"), "refused"},
                new Object[] {new CommandResult.Failed(ID, NOON, CommandFailure.QUEUE_FULL), "failed"});
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) Json.mapper().readTree(json);
    }
}
