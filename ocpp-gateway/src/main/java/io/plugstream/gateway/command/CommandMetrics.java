package io.plugstream.gateway.command;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Counts commands. Actions and outcomes come from fixed sets. */
@Component
class CommandMetrics {

    private final MeterRegistry meters;
    private final AtomicInteger pending = new AtomicInteger();
    private final Counter unexpected;
    private final Counter unreadable;
    private final Counter untold;

    CommandMetrics(MeterRegistry meters) {
        this.meters = meters;
        Gauge.builder("plugstream.gateway.commands.pending", pending, AtomicInteger::get)
                .description("Commands that wait, are with a charger, or whose end is being told")
                .register(meters);
        this.unexpected = counter("plugstream.gateway.commands.unexpected", "Answers that nothing waited for");
        this.unreadable = counter("plugstream.gateway.commands.unreadable", "Records that are no commands");
        this.untold = counter("plugstream.gateway.commands.untold", "Ends that Kafka did not take in time");
    }

    void pending(int change) {
        pending.addAndGet(change);
    }

    void unexpected() {
        unexpected.increment();
    }

    void unreadable() {
        unreadable.increment();
    }

    void untold() {
        untold.increment();
    }

    /** From the moment the command was issued, so that it tells what clients wait for. */
    void ended(ChargerCommand command, CommandResult result) {
        Timer.builder("plugstream.gateway.commands")
                .description("From a command's issue to its end")
                .tag("action", command.action().wireName())
                .tag("outcome", outcome(result))
                .register(meters)
                .record(Duration.between(command.issuedAt(), result.at()));
    }

    private static String outcome(CommandResult result) {
        return switch (result) {
            case CommandResult.Sent _ -> "sent";
            case CommandResult.Answered _ -> "answered";
            case CommandResult.Refused _ -> "refused";
            case CommandResult.Failed failed -> failed.failure().name().toLowerCase(Locale.ROOT);
        };
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(meters);
    }
}
