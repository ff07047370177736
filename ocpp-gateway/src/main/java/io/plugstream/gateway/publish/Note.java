package io.plugstream.gateway.publish;

/** A record in a compacted topic that says that this run publishes an event. */
@FunctionalInterface
public interface Note {

    /** What has become of a note. */
    enum Fate {
        /** It is not known yet whether it counts. */
        OPEN,
        /** The log says that the event is for this run to publish. */
        COUNTS,
        /** It never will count, or does no longer. */
        VOID
    }

    /** What is known now. */
    Fate fate();
}
