package io.plugstream.gateway.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Counts messages and measures the time to answers. Tag values come from fixed sets, never from a frame. */
@Component
final class MessageMetrics {

    /** The tag for an unknown or unreadable action. */
    static final String UNKNOWN = "unknown";

    static final String ANSWERED = "answered";
    static final String IGNORED = "ignored";

    /** The outcome of a repeated CALL whose answer was still stored. */
    static final String REPEATED = "repeated";

    /** The outcome of a CALL that is not durable, so that its socket was closed. */
    static final String UNRECORDED = "unrecorded";

    private final MeterRegistry meters;

    // Looking a meter up in the registry costs more than counting with it.
    private final Map<Kind, Counter> messages = new ConcurrentHashMap<>();
    private final Map<String, Timer> recorded = new ConcurrentHashMap<>();
    private final Map<String, Timer> answered = new ConcurrentHashMap<>();

    private record Kind(String action, String outcome) {}

    MessageMetrics(MeterRegistry meters) {
        this.meters = meters;
        // Prometheus sees no increase in a counter that appears with its first count, so alerts would miss it.
        Arrays.stream(Ending.values()).filter(Ending::isOffence).forEach(this::offences);
    }

    void count(String action, String outcome) {
        messages.computeIfAbsent(new Kind(action, outcome), this::messages).increment();
    }

    private Counter messages(Kind kind) {
        return Counter.builder("plugstream.gateway.messages")
                .description("Messages of chargers by action and outcome")
                .tag("action", kind.action())
                .tag("outcome", kind.outcome())
                .register(meters);
    }

    /** Counts frames that were delayed because the charger was too fast. */
    Counter held() {
        return Counter.builder("plugstream.gateway.frames.held")
                .description("Frames read later because their charger was too fast")
                .register(meters);
    }

    /** Counts a socket that is closed because of the charger's frames. */
    void offence(Ending ending) {
        offences(ending).increment();
    }

    private Counter offences(Ending ending) {
        return Counter.builder("plugstream.gateway.frames.offences")
                .description("Sockets closed because of their charger's frames, by reason")
                .tag("reason", ending.reason())
                .register(meters);
    }

    Timer.Sample start() {
        return Timer.start(meters);
    }

    /** Notes that the message is durable. The answer is not sent yet. */
    void recorded(Timer.Sample sample, String action) {
        sample.stop(recorded.computeIfAbsent(action, this::recordedTimer));
    }

    void answered(Timer.Sample sample, String action) {
        sample.stop(answered.computeIfAbsent(action, this::answeredTimer));
    }

    private Timer recordedTimer(String action) {
        return Timer.builder("plugstream.gateway.recorded")
                .description("Time from receiving a CALL to Kafka's acknowledgement of its records")
                .tag("action", action)
                .register(meters);
    }

    private Timer answeredTimer(String action) {
        return Timer.builder("plugstream.gateway.answer")
                .description("Time from receiving a CALL to sending its answer")
                .tag("action", action)
                .register(meters);
    }
}
