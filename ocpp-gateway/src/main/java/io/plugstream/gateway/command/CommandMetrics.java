package io.plugstream.gateway.command;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandFailure;
import io.plugstream.model.command.CommandResult;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Counts commands. The tags for action and outcome have fixed sets of values. */
@Component
class CommandMetrics {

    private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private final MeterRegistry meters;
    private final AtomicInteger pending = new AtomicInteger();
    private final Counter unexpected;
    private final Counter unreadable;
    private final Counter unpublished;

    CommandMetrics(MeterRegistry meters) {
        this.meters = meters;
        Gauge.builder("plugstream.gateway.commands.pending", pending, AtomicInteger::get)
                .description("Commands that wait, are with a charger, or whose result is being published")
                .register(meters);
        this.unexpected = counter("plugstream.gateway.commands.unexpected", "Answers without a waiting CALL");
        this.unreadable = counter("plugstream.gateway.commands.unreadable", "Records that cannot be read as commands");
        this.unpublished =
                counter("plugstream.gateway.commands.untold", "Results that Kafka did not acknowledge in time");
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

    void unpublished() {
        unpublished.increment();
    }

    /** Measures from the time the command was issued, which is how long the client waits. */
    void ended(ChargerCommand command, CommandResult result) {
        Timer.builder("plugstream.gateway.commands")
                .description("Time from a command's issue to its result")
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
            case CommandResult.Failed failed -> tag(failed.failure());
            case CommandResult.PasswordUsed _ -> "password_used";
        };
    }

    /** The code in lower case, with underscores between its words. */
    private static String tag(CommandFailure failure) {
        return NEXT_WORD.matcher(failure.code()).replaceAll("_").toLowerCase(Locale.ROOT);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(meters);
    }
}
