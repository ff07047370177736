package io.plugstream.gateway.publish;

/** A record in a compacted topic that says that this run publishes an event. */
@FunctionalInterface
public interface Note {

    /** The state of a note. */
    enum Fate {
        /** It is not known yet whether it counts. */
        OPEN,
        /** The log says that this run has to publish the event. */
        COUNTS,
        /** It never will count, or no longer counts. */
        VOID
    }

    /** The state that is known now. */
    Fate fate();
}
