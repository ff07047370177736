package io.plugstream.system.account;

/**
 * A deviation from what was promised.
 *
 * @param subject an event's id where there is one
 * @param sequence its history, one line for each step
 */
public record Finding(Kind kind, String subject, String sequence) {

    /** The kinds of deviations, some with the service at fault. */
    public enum Kind {
        /** A message of a charger was never answered, despite repetitions. */
        UNANSWERED,
        /** A message of a charger was answered but is in no topic. */
        LOST,
        /**
         * One message, or one end of a connection, became two events. This is allowed for a status that was sent twice.
         */
        DOUBLED,
        /** An event without a message of a charger. */
        UNSOURCED,
        /**
         * The event of a start has another transaction id than the answer, or the event of a stop has another reading.
         */
        OTHER_TRANSACTION,
        /** An event other than a reading was published twice: the gateway's fault. */
        COPY_IN_TOPIC,
        /** One event's id has two contents. */
        TWO_BODIES,
        /** The connected and disconnected events of a charger do not alternate. */
        OUT_OF_TURN,
        /** A receiver got an event twice: the dispatcher's fault. */
        SECOND_POST,
        /** A receiver got an event that is in no topic, or that its webhook does not subscribe to. */
        UNEXPECTED_POST,
        /** There is no delivery of an event that a webhook subscribes to. */
        MISSING_DELIVERY,
        /** The API lists two deliveries of an event to a webhook. */
        DOUBLED_DELIVERY,
        /** A delivery has not ended. */
        MISSING_OUTCOME,
        /** The outcome contradicts what the receiver got. */
        CONTRADICTED_OUTCOME,
        /** The API and the topics differ about a transaction. */
        API_DIFFERS,
        /** A charger's state in the API is not that of its last events, or not what the charger reported last. */
        OTHER_STATE,
        /** A charger received a command twice. */
        SECOND_COMMAND,
        /** The API does not list a command that it accepted, or that a charger received. */
        MISSING_COMMAND,
        /** A command has not ended. */
        ENDLESS_COMMAND,
        /** The end of a command contradicts what the charger received, or what the client was told. */
        CONTRADICTED_COMMAND,
        /** A count of calls, or a decision, differs from the log. */
        MISCOUNTED
    }

    @Override
    public String toString() {
        return kind + " " + subject + System.lineSeparator() + sequence.indent(4);
    }
}
