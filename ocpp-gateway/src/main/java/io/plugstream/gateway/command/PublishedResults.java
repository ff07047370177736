package io.plugstream.gateway.command;

import static io.plugstream.model.command.CommandFailure.UNREADABLE_ANSWER;

import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Publishes the results of commands. The topic may contain a result twice; the first one counts. */
@Component
final class PublishedResults implements ResultWriter {

    private static final Logger log = LoggerFactory.getLogger(PublishedResults.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final DurableLog durableLog;
    private final CommandMetrics metrics;
    private final Clock clock;

    PublishedResults(DurableLog durableLog, CommandMetrics metrics, Clock clock) {
        this.durableLog = durableLog;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * Does not wait: the topic has this record before the command's end, and readers that have the end do not need it.
     */
    @Override
    public void sent(ChargerCommand command, Instant at) {
        var sent = new CommandResult.Sent(command.commandId(), at.truncatedTo(ChronoUnit.MILLIS));
        var _ = durableLog.send(Topics.COMMAND_RESULTS, command.chargerId(), sent);
    }

    /** If the record is lost, the charger's next handshake reports it again. */
    @Override
    public void passwordUsed(ChargerId charger, UUID commandId) {
        var _ = durableLog
                .send(
                        Topics.COMMAND_RESULTS,
                        charger,
                        new CommandResult.PasswordUsed(
                                commandId, clock.instant().truncatedTo(ChronoUnit.MILLIS)))
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        log.warn("The use of a new password by {} was not published: {}", charger, failure.toString());
                    }
                });
    }

    /** Tries at least once, and retries until the command expires. An answer that is too large fails the command. */
    @Override
    public void ended(ChargerCommand command, CommandResult result) {
        Append sent = durableLog.send(Topics.COMMAND_RESULTS, command.chargerId(), result);
        while (true) {
            try {
                durableLog.await(sent);
                metrics.ended(command, result);
                return;
            } catch (NotAcknowledgedException e) {
                if (sent.isTooLarge() && result instanceof CommandResult.Answered) {
                    log.atWarn().addKeyValue("command", command).log("The charger's answer is too large");
                    ended(command, new CommandResult.Failed(command.commandId(), result.at(), UNREADABLE_ANSWER));
                    return;
                }
                if (sent.isTooLarge() || clock.instant().isAfter(command.expiresAt())) {
                    metrics.unpublished();
                    log.atWarn().addKeyValue("command", command).log("Result not published: {}", e.getMessage());
                    return;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
                if (sent.isCompletedExceptionally()) {
                    sent = durableLog.send(Topics.COMMAND_RESULTS, command.chargerId(), result);
                }
            }
        }
    }
}
