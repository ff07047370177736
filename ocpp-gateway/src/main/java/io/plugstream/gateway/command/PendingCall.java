package io.plugstream.gateway.command;

import io.plugstream.gateway.ocpp.Call;
import io.plugstream.gateway.ocpp.CallError;
import io.plugstream.gateway.ocpp.CallResult;
import io.plugstream.gateway.ocpp.OcppMessage;
import io.plugstream.gateway.ocpp.UnstorableText;
import io.plugstream.gateway.protocol.Step;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A CALL to a charger. It ends with an answer, at the command's deadline or with the socket, whichever comes first. */
final class PendingCall {

    /** OCPP-J 1.6, section 4.2.3: an error's description has at most 255 characters. Codes are words. */
    private static final int LONGEST_DESCRIPTION = 255;

    private static final int LONGEST_CODE = 64;

    private final ChargerCommand command;
    private final String messageId;
    private final Clock clock;
    private final CompletableFuture<CommandResult> result = new CompletableFuture<>();

    /** The first CALL of a command. It has the command's id. */
    PendingCall(ChargerCommand command, Clock clock) {
        this(command, command.commandId().toString(), clock);
    }

    PendingCall(ChargerCommand command, String messageId, Clock clock) {
        this.command = command;
        this.messageId = messageId;
        this.clock = clock;
    }

    String messageId() {
        return messageId;
    }

    /**
     * Accepts a CALLRESULT or CALLERROR. Returns false if it answers another CALL or arrives after the end of this one.
     */
    boolean answer(OcppMessage message) {
        return isReadable(message)
                ? answer(message.messageId(), result(message))
                : answerUnreadably(message.messageId());
    }

    /** Accepts a malformed answer in the same way. */
    boolean answerUnreadably(String toMessage) {
        return answer(toMessage, failed(CommandFailure.UNREADABLE_ANSWER));
    }

    private boolean answer(String toMessage, CommandResult end) {
        return toMessage.equals(messageId()) && result.complete(end);
    }

    /** Whether the answer can be stored and passed on. */
    private static boolean isReadable(OcppMessage message) {
        return switch (message) {
            case CallResult answer -> !UnstorableText.isIn(answer.payload());
            case CallError error ->
                !UnstorableText.isIn(error.errorCode()) && !UnstorableText.isIn(error.description());
            case Call call -> !UnstorableText.isIn(call.payload());
        };
    }

    private CommandResult result(OcppMessage message) {
        return switch (message) {
            case CallResult answer -> new CommandResult.Answered(command.commandId(), now(), answer.payload());
            case CallError error ->
                new CommandResult.Refused(
                        command.commandId(),
                        now(),
                        cut(error.errorCode(), LONGEST_CODE),
                        cut(error.description(), LONGEST_DESCRIPTION));
            case Call call -> throw new IllegalArgumentException("a CALL is not an answer: " + call.messageId());
        };
    }

    void fail(CommandFailure failure) {
        result.complete(failed(failure));
    }

    CommandResult done(Step.Done end) {
        return new CommandResult.Answered(
                command.commandId(), now(), end.response(), end.stationResponse(), end.accepted());
    }

    CommandResult failed(CommandFailure failure) {
        return new CommandResult.Failed(command.commandId(), now(), failure);
    }

    /** The time until the command expires. */
    Duration left() {
        return Duration.between(clock.instant(), command.expiresAt());
    }

    /** Waits until the CALL ends, which is when the command expires at the latest. */
    CommandResult await() {
        try {
            return result.get(Math.max(0, left().toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            fail(CommandFailure.TIMED_OUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(CommandFailure.CONNECTION_LOST);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the result never completes exceptionally", e);
        }
        return result.join();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static String cut(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest));
    }
}
