package io.plugstream.gateway.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.plugstream.gateway.payload.Deviation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Counts messages and times answers. Actions and outcomes come from fixed sets, never from a frame. */
@Component
final class MessageMetrics {

    /** For the action of a message whose action is unknown or unreadable. */
    static final String UNKNOWN = "unknown";

    static final String ANSWERED = "answered";
    static final String IGNORED = "ignored";

    /** For a CALL whose answer was still known. */
    static final String REPEATED = "repeated";

    private final MeterRegistry meters;

    // Looking a meter up in the registry costs more than counting with it.
    private final Map<Kind, Counter> messages = new ConcurrentHashMap<>();
    private final Map<Deviation, Counter> deviations = new ConcurrentHashMap<>();
    private final Map<String, Timer> recorded = new ConcurrentHashMap<>();
    private final Map<String, Timer> answered = new ConcurrentHashMap<>();

    private record Kind(String action, String outcome) {}

    MessageMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void count(String action, String outcome) {
        messages.computeIfAbsent(new Kind(action, outcome), this::messages).increment();
    }

    private Counter messages(Kind kind) {
        return meters.counter("plugstream.gateway.messages", "action", kind.action(), "outcome", kind.outcome());
    }

    /** Counts a message that broke a rule and was tolerated. */
    void deviation(Deviation kind) {
        deviations.computeIfAbsent(kind, this::deviations).increment();
    }

    private Counter deviations(Deviation kind) {
        return Counter.builder("plugstream.gateway.deviations")
                .description("Messages that broke a rule of OCPP and were tolerated, by the kind of the rule")
                .tag("kind", kind.wireName())
                .register(meters);
    }

    /** Frames that were held back because the charger was too fast. */
    Counter held() {
        return meters.counter("plugstream.gateway.frames.held");
    }

    /** Counts a socket that is closed for what was sent over it. */
    void offence(Ending ending) {
        meters.counter("plugstream.gateway.frames.offences", "reason", ending.reason())
                .increment();
    }

    Timer.Sample start() {
        return Timer.start(meters);
    }

    /** What the charger said is durable; the answer is still to be sent. */
    void recorded(Timer.Sample sample, String action) {
        sample.stop(recorded.computeIfAbsent(action, this::recordedTimer));
    }

    void answered(Timer.Sample sample, String action) {
        sample.stop(answered.computeIfAbsent(action, this::answeredTimer));
    }

    private Timer recordedTimer(String action) {
        return Timer.builder("plugstream.gateway.recorded")
                .description("From a CALL's frame to Kafka's acknowledgement of all that it says")
                .tag("action", action)
                .register(meters);
    }

    private Timer answeredTimer(String action) {
        return Timer.builder("plugstream.gateway.answer")
                .description("From a CALL's frame to its answer on the socket")
                .tag("action", action)
                .register(meters);
    }
}
