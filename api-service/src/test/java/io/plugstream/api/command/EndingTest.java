package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.command.PasswordChange.Outcome;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class EndingTest {

    private static final UUID ID = UUID.randomUUID();
    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "{'status':'Accepted'}|accepted",
                "{'status':'Scheduled'}|accepted",
                "{'status':'Unlocked'}|accepted",
                "{'status':'RebootRequired'}|accepted",
                "{'listVersion':3}|accepted",
                "{}|accepted",
                "{'status':'Rejected'}|rejected",
                "{'status':'UnlockFailed'}|rejected",
                "{'status':'NotSupported'}|rejected",
                "{'status':'accepted'}|rejected",
                "{'status':7}|rejected",
                "{'status':null}|rejected"
            },
            delimiter = '|')
    void anAnswersStatusDecidesTheStatusOfTheCommand(String response, String status) {
        ObjectNode payload = (ObjectNode) Json.mapper().readTree(response.replace('\'', '"'));

        Ending ending = Ending.of(new CommandResult.Answered(ID, NOW, payload)).orElseThrow();

        Outcome password = switch (payload.path("status").asString("")) {
            case "Accepted" -> Outcome.TAKES_IT_AT_ONCE;
            case "RebootRequired" -> Outcome.TAKES_IT_WITH_A_REBOOT;
            default -> Outcome.KEEPS_THE_OLD;
        };
        assertThat(ending).isEqualTo(new Ending(ID, status, true, payload.toString(), null, null, password, NOW));
    }

    @Test
    void aStationsAnswerIsKeptBesideItsTranslation() {
        ObjectNode station = (ObjectNode) Json.mapper()
                .readTree(
                        "{\"setVariableResult\":[{\"attributeStatus\":\"Accepted\",\"component\":{\"name\":\"SecurityCtrlr\"},"
                                + "\"variable\":{\"name\":\"BasicAuthPassword\"}}]}");
        ObjectNode response = Json.mapper().createObjectNode().put("status", "Rejected");

        assertThat(Ending.of(new CommandResult.Answered(ID, NOW, response, station, true)))
                .contains(new Ending(
                        ID,
                        "accepted",
                        true,
                        response.toString(),
                        null,
                        station.toString(),
                        Outcome.TAKES_IT_AT_ONCE,
                        NOW));
        assertThat(Ending.of(new CommandResult.Answered(ID, NOW, response, null, false)))
                .contains(
                        new Ending(ID, "rejected", true, response.toString(), null, null, Outcome.KEEPS_THE_OLD, NOW));
    }

    @Test
    void aCallErrorIsAFailureWithItsCode() {
        assertThat(Ending.of(new CommandResult.Refused(ID, NOW, "NotSupported", "no\u0000")))
                .contains(new Ending(
                        ID,
                        "failed",
                        true,
                        null,
                        "{\"code\":\"NotSupported\",\"message\":\"no\\u0000\"}",
                        null,
                        Outcome.KEEPS_THE_OLD,
                        NOW));
    }

    @ParameterizedTest
    @CsvSource({
        "TIMED_OUT, IS_UNKNOWN",
        "CONNECTION_LOST, IS_UNKNOWN",
        "UNREADABLE_ANSWER, IS_UNKNOWN",
        "QUEUE_FULL, KEEPS_THE_OLD",
        "NOT_SENT_IN_TIME, KEEPS_THE_OLD"
    })
    void aLostAnswerLeavesThePasswordUnknown(CommandFailure failure, Outcome outcome) {
        assertThat(Ending.of(new CommandResult.Failed(ID, NOW, failure)))
                .hasValueSatisfying(ending -> assertThat(ending.password()).isEqualTo(outcome));
    }

    @Test
    void anUnreadableAnswerIsAnAnswer() {
        assertThat(Ending.of(new CommandResult.Failed(ID, NOW, CommandFailure.UNREADABLE_ANSWER)))
                .hasValueSatisfying(ending -> {
                    assertThat(ending.status()).isEqualTo("failed");
                    assertThat(ending.answered()).isTrue();
                });
    }

    @Test
    void aCommandWithoutAnAnswerTimesOutOrFails() {
        assertThat(Ending.of(new CommandResult.Failed(ID, NOW, CommandFailure.TIMED_OUT)))
                .contains(new Ending(ID, "timed_out", false, null, null, null, Outcome.IS_UNKNOWN, NOW));
        assertThat(Ending.of(new CommandResult.Failed(ID, NOW, CommandFailure.CONNECTION_LOST)))
                .hasValueSatisfying(ending -> {
                    assertThat(ending.status()).isEqualTo("failed");
                    assertThat(ending.answered()).isFalse();
                    assertThat(ending.error()).contains("\"ConnectionLost\"");
                });
        assertThat(Ending.of(new CommandResult.Sent(ID, NOW))).isEmpty();
    }
}
