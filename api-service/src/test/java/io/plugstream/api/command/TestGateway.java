package io.plugstream.api.command;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import tools.jackson.databind.node.ObjectNode;

/** Consumes commands from Kafka like a gateway, and answers for its chargers as the test defines. */
final class TestGateway implements AutoCloseable {

    private final KafkaConsumer<ChargerId, ChargerCommand> consumer;
    private final KafkaProducer<ChargerId, CommandResult> producer;
    private final String organisation;
    private final Function<ChargerCommand, List<CommandResult>> chargers;
    private final List<ChargerCommand> commands = new CopyOnWriteArrayList<>();
    private final Thread reader;

    /** Starts to answer for the chargers of one organisation. */
    TestGateway(Kafka kafka, String organisation, Function<ChargerCommand, List<CommandResult>> chargers) {
        this.organisation = organisation;
        this.chargers = chargers;
        this.consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                Topics.CHARGER_COMMANDS.keys().deserializer(),
                Topics.CHARGER_COMMANDS.values().deserializer());
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                Topics.COMMAND_RESULTS.keys().serializer(),
                Topics.COMMAND_RESULTS.values().serializer());
        List<TopicPartition> partitions = consumer.partitionsFor(Topics.CHARGER_COMMANDS.name()).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
        reader = Thread.ofPlatform().start(this::read);
    }

    static CommandResult sent(ChargerCommand command) {
        return new CommandResult.Sent(command.commandId(), Instant.now());
    }

    static CommandResult answered(ChargerCommand command, String response) {
        return new CommandResult.Answered(
                command.commandId(), Instant.now(), (ObjectNode) Json.mapper().readTree(response.replace('\'', '"')));
    }

    static CommandResult refused(ChargerCommand command, String code) {
        return new CommandResult.Refused(command.commandId(), Instant.now(), code, "no");
    }

    static CommandResult failed(ChargerCommand command, CommandFailure failure) {
        return new CommandResult.Failed(command.commandId(), Instant.now(), failure);
    }

    List<ChargerCommand> commands() {
        return commands;
    }

    void tell(ChargerCommand command, CommandResult... results) throws Exception {
        for (CommandResult result : results) {
            producer.send(new ProducerRecord<>(Topics.COMMAND_RESULTS.name(), command.chargerId(), result))
                    .get(20, TimeUnit.SECONDS);
        }
    }

    private void read() {
        try {
            while (true) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    if (record.key().organisationId().equals(organisation)) {
                        commands.add(record.value());
                        tell(record.value(), chargers.apply(record.value()).toArray(CommandResult[]::new));
                    }
                }
            }
        } catch (WakeupException _) {
            consumer.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        consumer.wakeup();
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close();
    }
}
