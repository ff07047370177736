package io.plugstream.system.account;

/**
 * Something that is not as it was promised.
 *
 * @param subject an event's id where there is one
 * @param sequence what happened to it, a line each
 */
public record Finding(Kind kind, String subject, String sequence) {

    /** What can be wrong, and whose fault it is. */
    public enum Kind {
        /** A charger was never answered, however often it repeated itself. */
        UNANSWERED,
        /** A charger was answered, and no topic has it. */
        LOST,
        /** One message of a charger, or one end of a connection, is two events; a status may be, if it was sent twice. */
        DOUBLED,
        /** An event that no charger is the reason of. */
        UNSAID,
        /** A start was answered with another transaction than its event has. */
        OTHER_TRANSACTION,
        /** One event that is no reading was published a second time: the gateway's fault. */
        COPY_IN_TOPIC,
        /** One event's id has two contents. */
        TWO_BODIES,
        /** Connected and disconnected of a charger do not take turns. */
        OUT_OF_TURN,
        /** A receiver got an event a second time: the dispatcher's fault. */
        SECOND_POST,
        /** A receiver got what no topic has, or what its webhook does not ask for. */
        POST_OF_NOTHING,
        /** An event that a webhook asks for was never taken on. */
        MISSING_DELIVERY,
        /** The API lists two deliveries of an event to a webhook. */
        DOUBLED_DELIVERY,
        /** A delivery has not ended. */
        MISSING_OUTCOME,
        /** The outcome says the contrary of what the receiver saw. */
        OUTCOME_DENIED,
        /** The API tells a transaction otherwise than the topics. */
        API_DIFFERS,
        /** The count of calls is not that of the log. */
        MISCOUNTED
    }

    @Override
    public String toString() {
        return kind + " " + subject + System.lineSeparator() + sequence.indent(4);
    }
}
