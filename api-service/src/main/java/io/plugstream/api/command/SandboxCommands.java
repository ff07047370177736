package io.plugstream.api.command;

import io.plugstream.api.access.Caller;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.sandbox.SandboxCommand;
import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Issues the sandbox's commands under the ids that the sandbox chose. A repeated id is not issued again. */
@Component
public class SandboxCommands {

    private static final String SANDBOX_CALLER = "sandbox";
    private static final String TRANSACTION = "transactionId";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);
    private static final int POLL_ATTEMPTS = 40;
    private static final Duration SLACK = Duration.ofSeconds(10);

    private final Commands commands;
    private final CommandRows rows;

    SandboxCommands(Commands commands, CommandRows rows) {
        this.commands = commands;
        this.rows = rows;
    }

    /** Returns the wire name of the status with which the command ended. */
    public Mono<String> issue(SandboxCommand command) {
        Duration life = Duration.ofSeconds(command.timeoutSeconds());
        return rows.find(command.id())
                .switchIfEmpty(Mono.defer(() -> issueNow(command, life)))
                .then(Mono.defer(() -> ended(command, life)));
    }

    private Mono<Command> issueNow(SandboxCommand command, Duration life) {
        Caller caller = new Caller(
                command.organisationId(), Tier.FREE, Mode.TEST, Caller.Credential.API_KEY, SANDBOX_CALLER, false);
        return Mono.zip(connected(caller, command.chargeBoxId()), payload(caller, command))
                .flatMap(found -> commands.issue(
                        command.id(),
                        caller,
                        found.getT1(),
                        new NewCommand(command.action(), found.getT2(), life, false)));
    }

    /** Replaces an OCPP 2.0.1 charger's transaction id by the API's number, which is known shortly after the start. */
    private Mono<ObjectNode> payload(Caller caller, SandboxCommand command) {
        JsonNode transaction = command.payload().path(TRANSACTION);
        if (!transaction.isString()) {
            return Mono.just(command.payload());
        }
        return rows.transactionOf(caller, command.chargeBoxId(), transaction.stringValue())
                .repeatWhenEmpty(POLL_ATTEMPTS, pauses -> pauses.delayElements(POLL_INTERVAL))
                .map(number -> command.payload().deepCopy().put(TRANSACTION, number));
    }

    /** Waits until the charger's connection is known, shortly after the handshake. */
    private Mono<Target> connected(Caller caller, String chargeBoxId) {
        return rows.target(caller, chargeBoxId)
                .filter(target -> target.connectionId() != null)
                .repeatWhenEmpty(POLL_ATTEMPTS, pauses -> pauses.delayElements(POLL_INTERVAL));
    }

    private Mono<String> ended(SandboxCommand command, Duration life) {
        return Mono.defer(() -> rows.find(command.id()))
                .filter(row -> row.status().isEnd())
                .repeatWhenEmpty(pauses -> pauses.delayElements(POLL_INTERVAL))
                .map(row -> row.status().wireName())
                .timeout(life.plus(SLACK));
    }
}
