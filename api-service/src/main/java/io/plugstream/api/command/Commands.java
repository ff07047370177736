package io.plugstream.api.command;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.idempotency.KeptResponses;
import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.api.log.LogProperties;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Issues commands: stores the row first, so that no result precedes it, then appends the record. If the replica crashes
 * in between, {@link CommandSweep} ends the command.
 */
@Component
class Commands {

    private static final Logger log = LoggerFactory.getLogger(Commands.class);

    private final CommandRows rows;
    private final AcknowledgedLog acknowledged;
    private final Duration takeWithin;
    private final KeptResponses responses;
    private final WaitingClients waiting;
    private final CommandProperties properties;
    private final CommandMetrics metrics;
    private final Clock clock;
    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

    Commands(
            CommandRows rows,
            AcknowledgedLog acknowledged,
            LogProperties appending,
            KeptResponses responses,
            WaitingClients waiting,
            CommandProperties properties,
            CommandMetrics metrics,
            Clock clock) {
        this.rows = rows;
        this.acknowledged = acknowledged;
        this.takeWithin = takeWithin(appending);
        this.responses = responses;
        this.waiting = waiting;
        this.properties = properties;
        this.metrics = metrics;
        this.clock = clock;
    }

    /**
     * How long gateways accept a command. Shorter than the wait for Kafka's acknowledgement, so that no gateway sends a
     * command after that wait has timed out.
     */
    private static Duration takeWithin(LogProperties appending) {
        return appending.acknowledgementTimeout().multipliedBy(3).dividedBy(4);
    }

    /** Returns the command once it has ended or the wait is over. Fails with a problem if it could not be queued. */
    Mono<Command> issue(Caller caller, Target target, NewCommand wanted) {
        return issue(ids.generate(), caller, target, wanted);
    }

    Mono<Command> issue(UUID id, Caller caller, Target target, NewCommand wanted) {
        UUID connectionId = target.connectionId();
        if (connectionId == null) {
            metrics.count(wanted.action().wireName(), CommandMetrics.NOT_CONNECTED);
            return Mono.error(Problem.of(ProblemType.CHARGER_NOT_CONNECTED).exception());
        }
        return stationTransaction(caller, target, wanted).flatMap(transaction -> {
            ChargerCommand command = command(id, caller, target.chargeBoxId(), connectionId, wanted);
            Mono<ChargerCommand> inserted = target.isStation()
                    ? rows.insertForOcpp2(command, wanted, transaction.orElse(null))
                    : rows.insertForOcpp16(command);
            return waiting.withSignals(
                    command.commandId(),
                    ended -> inserted.flatMap(this::queue).then(Mono.defer(() -> outcome(command, ended))));
        });
    }

    /**
     * The station's own id of the transaction that the command names, which replaces the API's number. A number that
     * stays unknown is refused.
     */
    Mono<Optional<String>> stationTransaction(Caller caller, Target target, NewCommand wanted) {
        Integer transactionId = wanted.transactionId();
        if (!target.isStation() || transactionId == null) {
            return Mono.just(Optional.empty());
        }
        return ReadModelLag.awaited(rows.stationTransaction(caller, target, transactionId))
                .switchIfEmpty(
                        Mono.error(() -> Problem.of(ProblemType.NOT_FOUND, "The charger has no such transaction.")
                                .exception()))
                .map(Optional::of);
    }

    private ChargerCommand command(UUID id, Caller caller, String chargeBoxId, UUID connectionId, NewCommand wanted) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new ChargerCommand(
                id,
                caller.organisationId(),
                caller.mode(),
                chargeBoxId,
                connectionId,
                wanted.action(),
                wanted.payload(),
                now,
                now.plus(takeWithin),
                now.plus(wanted.life()),
                null);
    }

    /**
     * Completes when Kafka has acknowledged the command. Otherwise the client gets 503. The row of a command that may
     * be written stays, because a gateway may send it.
     */
    private Mono<Void> queue(ChargerCommand command) {
        return acknowledged
                .append(Topics.CHARGER_COMMANDS, command.chargerId(), command)
                .doOnError(failure -> log.warn("Kafka did not acknowledge a command: {}", failure.toString()))
                .onErrorResume(
                        failure -> AcknowledgedLog.mayBeWritten(failure) ? checkTaken(command) : withdraw(command));
    }

    /** Completes if a gateway has already reported on the command. Otherwise a retry gets the command, not 503. */
    private Mono<Void> checkTaken(ChargerCommand command) {
        return rows.find(command.commandId())
                .map(row -> row.status() != CommandStatus.QUEUED)
                .doOnError(e -> log.warn("The status of a command could not be read: {}", e.toString()))
                .onErrorReturn(false)
                .filter(taken -> taken)
                .switchIfEmpty(Mono.defer(() -> keepForRetry(queued(command)))
                        .then(Mono.error(() -> Problem.of(
                                        ProblemType.UNAVAILABLE,
                                        "Kafka did not acknowledge the command " + command.commandId()
                                                + " in time. It may have been sent; its status shows how it ends.")
                                .exception())))
                .then();
    }

    private Mono<Void> keepForRetry(Command queued) {
        return responses
                .keepAccepted(queued.location(), queued)
                .doOnError(e -> log.warn("The response for a retry was not stored: {}", e.toString()))
                .onErrorComplete();
    }

    private Mono<Void> withdraw(ChargerCommand command) {
        return rows.withdraw(command.commandId())
                .doOnNext(withdrawn -> countUnavailable(command, withdrawn))
                .doOnError(e -> log.warn("A command was not withdrawn and will time out: {}", e.toString()))
                .onErrorComplete()
                .then(Mono.error(() -> Problem.of(ProblemType.UNAVAILABLE).exception()));
    }

    /** The sweep will count a command that could not be withdrawn. */
    private void countUnavailable(ChargerCommand command, boolean withdrawn) {
        if (withdrawn) {
            metrics.count(command.action().wireName(), CommandMetrics.UNAVAILABLE);
        }
    }

    /** The command is already queued, so the client gets its id even if reading its outcome fails. */
    private Mono<Command> outcome(ChargerCommand command, Flux<Boolean> ended) {
        UUID id = command.commandId();
        return ended.onBackpressureLatest()
                .concatMap(_ -> rows.find(id), 1)
                .filter(row -> row.status().isEnd())
                .take(left(command))
                .next()
                .switchIfEmpty(Mono.defer(() -> rows.find(id)))
                .onErrorResume(failure -> {
                    log.warn("The status of a command could not be read: {}", failure.toString());
                    return Mono.empty();
                })
                .defaultIfEmpty(queued(command));
    }

    private Duration left(ChargerCommand command) {
        Duration left = Duration.between(clock.instant(), command.issuedAt().plus(properties.patience()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static Command queued(ChargerCommand command) {
        return new Command(
                command.commandId(),
                command.chargeBoxId(),
                command.action().wireName(),
                CommandStatus.QUEUED,
                false,
                null,
                null,
                null,
                null,
                command.issuedAt(),
                null,
                null,
                command.expiresAt());
    }
}
