package io.plugstream.api.command;

import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The end of a command by a gateway's result, as stored.
 *
 * @param response JSON
 * @param error JSON of a {@link CommandError}
 * @param stationResponse JSON
 * @param password what the charger does with the new password, if the command set one
 */
record Ending(
        UUID id,
        String status,
        boolean answered,
        @Nullable String response,
        @Nullable String error,
        @Nullable String stationResponse,
        PasswordChange.Outcome password,
        Instant completedAt) {

    /** Response statuses that mean success. */
    private static final Set<String> ACCEPTANCES = Set.of("Accepted", "Scheduled", "Unlocked", "RebootRequired");

    /** Empty if the command has not ended. */
    static Optional<Ending> of(CommandResult result) {
        return switch (result) {
            case CommandResult.Sent _, CommandResult.PasswordUsed _ -> Optional.empty();
            case CommandResult.Answered answer -> Optional.of(answered(answer));
            case CommandResult.Refused refusal ->
                Optional.of(ending(
                        result,
                        CommandStatus.FAILED,
                        true,
                        new CommandError(refusal.code(), refusal.description()),
                        PasswordChange.Outcome.KEEPS_THE_OLD));
            case CommandResult.Failed failed -> Optional.of(failed(failed));
        };
    }

    private static Ending answered(CommandResult.Answered answer) {
        JsonNode station = answer.stationResponse();
        return new Ending(
                answer.commandId(),
                status(answer).wireName(),
                true,
                json(answer.response()),
                null,
                json(station),
                PasswordChange.outcome(station == null ? answer.response() : station),
                answer.at());
    }

    private static Ending failed(CommandResult.Failed result) {
        CommandFailure failure = result.failure();
        return switch (failure) {
            case TIMED_OUT -> ending(result, CommandStatus.TIMED_OUT, false, null, PasswordChange.Outcome.IS_UNKNOWN);
            case CONNECTION_LOST, UNREADABLE_ANSWER -> failed(result, failure, PasswordChange.Outcome.IS_UNKNOWN);
            case QUEUE_FULL, NOT_SENT_IN_TIME -> failed(result, failure, PasswordChange.Outcome.KEEPS_THE_OLD);
        };
    }

    private static Ending failed(CommandResult result, CommandFailure failure, PasswordChange.Outcome password) {
        return ending(
                result,
                CommandStatus.FAILED,
                failure == CommandFailure.UNREADABLE_ANSWER,
                new CommandError(failure.code(), failure.message()),
                password);
    }

    private static CommandStatus status(CommandResult.Answered answer) {
        Boolean told = answer.accepted();
        if (told != null) {
            return told ? CommandStatus.ACCEPTED : CommandStatus.REJECTED;
        }
        JsonNode status = answer.response().get("status");
        boolean accepted = status == null || (status.isString() && ACCEPTANCES.contains(status.stringValue()));
        return accepted ? CommandStatus.ACCEPTED : CommandStatus.REJECTED;
    }

    private static Ending ending(
            CommandResult result,
            CommandStatus status,
            boolean answered,
            @Nullable CommandError error,
            PasswordChange.Outcome password) {
        return new Ending(
                result.commandId(), status.wireName(), answered, null, json(error), null, password, result.at());
    }

    private static @Nullable String json(@Nullable Object value) {
        return value == null ? null : Json.mapper().writeValueAsString(value);
    }
}
