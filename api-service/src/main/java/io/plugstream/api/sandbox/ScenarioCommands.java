package io.plugstream.api.sandbox;

import io.plugstream.api.command.SandboxCommands;
import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListener;

/**
 * Issues the commands of scenarios and reports their results to the sandbox. The sandbox repeats a command until it has
 * the result, so nothing is stored here.
 */
@Configuration(proxyBeanMethods = false)
class ScenarioCommands {

    private static final Logger log = LoggerFactory.getLogger(ScenarioCommands.class);
    private static final Duration LATE = Duration.ofSeconds(60);
    private static final int MOST = 500;

    private final Set<UUID> inProgress = ConcurrentHashMap.newKeySet();

    /** Gives up a command after a few retries, because the sandbox repeats it. */
    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> scenarioCommandListener(
            SandboxCommands commands,
            AcknowledgedLog acknowledged,
            Clock clock,
            ListenerContainers containers,
            DeadLetters deadLetters) {
        MessageListener<byte[], byte[]> listener =
                record -> read(record, deadLetters).ifPresent(command -> issue(command, commands, acknowledged, clock));
        var container = containers.container(Topics.SANDBOX_COMMANDS, listener);
        container
                .getContainerProperties()
                .getKafkaConsumerProperties()
                .setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        container.setCommonErrorHandler(new DefaultErrorHandler());
        return container;
    }

    private void issue(SandboxCommand command, SandboxCommands commands, AcknowledgedLog acknowledged, Clock clock) {
        if (command.at().plus(LATE).isBefore(clock.instant())
                || inProgress.size() >= MOST
                || !inProgress.add(command.id())) {
            return;
        }
        commands.issue(command)
                .flatMap(status -> acknowledged.append(
                        Topics.SANDBOX_ORDERS,
                        new ChargerId(command.organisationId(), command.chargeBoxId()),
                        new SandboxOrder.CommandEnded(clock.instant(), command.id(), status)))
                .doFinally(_ -> inProgress.remove(command.id()))
                .subscribe(
                        _ -> {},
                        failure ->
                                log.warn("{} failed, and the sandbox will repeat it: {}", command, failure.toString()));
    }

    /** Parks an unreadable record; the sandbox ends a scenario without an answer. */
    private static Optional<SandboxCommand> read(ConsumerRecord<byte[], byte[]> record, DeadLetters deadLetters) {
        Optional<SandboxCommand> command = Topics.SANDBOX_COMMANDS.read(record.value());
        if (command.isEmpty()) {
            deadLetters.parkAndAwait(record, "not a command of a scenario");
        }
        return command;
    }
}
