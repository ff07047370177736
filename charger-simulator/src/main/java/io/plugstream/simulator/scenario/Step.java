package io.plugstream.simulator.scenario;

import io.plugstream.simulator.charger.AnswerMode;
import java.time.Duration;
import java.util.Map;

/** A step of a scenario, at connector 1. */
public sealed interface Step {

    /** The step's name, such as {@code plugIn}. */
    default String wireName() {
        var type = getClass().getSimpleName();
        return Character.toLowerCase(type.charAt(0)) + type.substring(1);
    }

    record PlugIn() implements Step {}

    record Unplug() implements Step {}

    record Swipe(String idTag) implements Step {}

    /**
     * A fault of the charger.
     *
     * @param errorCode as OCPP 1.6 spells it
     */
    record Fault(String errorCode) implements Step {}

    record ClearFault() implements Step {}

    record GoOffline() implements Step {}

    record GoOnline() implements Step {}

    record ReadMeter() implements Step {}

    record Pause(Duration length) implements Step {}

    /** Waits for a condition; the scenario fails if it does not hold within {@link #LIMIT}. */
    record Await(Condition condition) implements Step {

        static final Duration LIMIT = Duration.ofSeconds(10);
    }

    /** Sets how the charger answers an action from then on. */
    record AnswerWith(String action, AnswerMode how) implements Step {}

    /**
     * Sends a command through the real API.
     *
     * @param payload with {@code ${transactionId}} for the id of the running transaction
     * @param status the required final status
     */
    record SendCommand(String action, Map<String, Object> payload, Duration timeout, String status) implements Step {

        static final String TRANSACTION = "${transactionId}";

        public SendCommand {
            payload = Map.copyOf(payload);
        }
    }

    /** Repeats the start of the present transaction. */
    record RepeatStart() implements Step {}

    /** Reports the end of a transaction that the platform does not know. */
    record StopUnknown(int transactionId) implements Step {}

    /** Connects again while the former connection is open. */
    record ConnectAgain() implements Step {}

    /**
     * Sets the charger's clock wrong from then on.
     *
     * @param ahead negative for a clock that is behind
     */
    record SetClock(Duration ahead) implements Step {}

    /** The conditions that a step can wait for. */
    enum Condition {
        /** The central system has accepted the charger, and all messages are answered. */
        SETTLED,
        /** A transaction is running, and the central system knows it. */
        CHARGING,
        /** No transaction is running, and all messages are answered. */
        CHARGED,
        /** There is no connection. */
        DISCONNECTED
    }
}
