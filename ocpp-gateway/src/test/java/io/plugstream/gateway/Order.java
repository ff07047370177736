package io.plugstream.gateway;

import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A command that a test issues as the API would, and its results. */
final class Order {

    private final TestTopics topics;
    private final ChargerId charger;
    private final UUID id = UUID.randomUUID();
    private UUID connectionId;
    private @Nullable StationOrder station;
    private Duration life = Duration.ofSeconds(60);
    private Duration takeWithin = Duration.ofSeconds(60);

    /** A command for the charger's newest connection. */
    Order(TestTopics topics, ChargerId charger) {
        this.topics = topics;
        this.charger = charger;
        this.connectionId = topics.chargerEvents(charger).getLast().connectionId();
    }

    Order forConnection(UUID other) {
        connectionId = other;
        return this;
    }

    Order forStation(StationOrder order) {
        station = order;
        return this;
    }

    Order living(Duration other) {
        life = other;
        return this;
    }

    Order takenWithin(Duration other) {
        takeWithin = other;
        return this;
    }

    Order place(CommandAction action, String payload) throws Exception {
        Instant now = Instant.now();
        topics.write(
                Topics.CHARGER_COMMANDS,
                charger,
                new ChargerCommand(
                        id,
                        charger.organisationId(),
                        Mode.LIVE,
                        charger.chargeBoxId(),
                        connectionId,
                        action,
                        (ObjectNode) Json.mapper().readTree(payload.replace('\'', '"')),
                        now,
                        now.plus(takeWithin),
                        now.plus(life),
                        station));
        return this;
    }

    String id() {
        return id.toString();
    }

    UUID connectionId() {
        return connectionId;
    }

    List<CommandResult> results() {
        return topics.read(Topics.COMMAND_RESULTS, charger).stream()
                .filter(result -> result.commandId().equals(id))
                .toList();
    }

    CommandResult awaitEnd() {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> results().isEmpty() ? null : results().getLast(),
                        result -> result != null && !(result instanceof CommandResult.Sent));
    }
}
