package io.plugstream.simulator.scenario;

import io.plugstream.simulator.charger.Answering;
import java.time.Duration;
import java.util.Map;

/** A step of a scenario, at connector 1. */
public sealed interface Step {

    /** What it is called: {@code plugIn}. */
    default String wireName() {
        var type = getClass().getSimpleName();
        return Character.toLowerCase(type.charAt(0)) + type.substring(1);
    }

    record PlugIn() implements Step {}

    record Unplug() implements Step {}

    record Swipe(String idTag) implements Step {}

    /**
     * Something breaks.
     *
     * @param errorCode as OCPP 1.6 spells it
     */
    record Fault(String errorCode) implements Step {}

    record ClearFault() implements Step {}

    record GoOffline() implements Step {}

    record GoOnline() implements Step {}

    record ReadMeter() implements Step {}

    record Pause(Duration length) implements Step {}

    /** Goes on when it is so; the scenario fails if it is not within {@link #LIMIT}. */
    record Await(Condition condition) implements Step {

        static final Duration LIMIT = Duration.ofSeconds(10);
    }

    /** How the charger answers an action from then on. */
    record AnswerWith(String action, Answering how) implements Step {}

    /**
     * A command over the real API.
     *
     * @param payload with {@code ${transactionId}} for the number of the transaction that runs
     * @param status what must become of it
     */
    record SendCommand(String action, Map<String, Object> payload, Duration timeout, String status) implements Step {

        static final String TRANSACTION = "${transactionId}";

        public SendCommand {
            payload = Map.copyOf(payload);
        }
    }

    /** Says the start of the present transaction once more. */
    record RepeatStart() implements Step {}

    /** Says the end of a transaction that nobody knows. */
    record StopUnknown(int transactionId) implements Step {}

    /** Connects while the former connection is open. */
    record ConnectAgain() implements Step {}

    /**
     * The charger's clock is wrong from then on.
     *
     * @param ahead negative for a clock that is behind
     */
    record SetClock(Duration ahead) implements Step {}

    /** What a step can wait for. */
    enum Condition {
        /** The central system has accepted it, and everything is said. */
        SETTLED,
        /** A transaction runs, and its number is known. */
        CHARGING,
        /** No transaction runs, and everything is said. */
        CHARGED,
        /** There is no connection. */
        DISCONNECTED
    }
}
