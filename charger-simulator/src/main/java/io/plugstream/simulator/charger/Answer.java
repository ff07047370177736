package io.plugstream.simulator.charger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a charger answers its central system. */
public sealed interface Answer {

    /** A word; each protocol and action has its own spelling. */
    record Verdict(Word word) implements Answer {}

    /** It has nothing to say but that it heard. */
    record Heard() implements Answer {}

    record Configuration(List<Entry> known, List<String> unknown) implements Answer {

        public record Entry(
                String key, boolean readonly, @Nullable String value) {}
    }

    /** A word to each of several changes, in their order. */
    record Verdicts(List<Word> words) implements Answer {}

    /**
     * How a transaction stands.
     *
     * @param running null if the charger was not asked for a certain one
     * @param unsent whether there are messages to be told yet
     */
    record Transaction(@Nullable Boolean running, boolean unsent) implements Answer {}

    record ListVersion(int version) implements Answer {}

    /**
     * A file of diagnostics.
     *
     * @param fileName null when there is nothing to be had
     * @param replaces whether an upload that was under way is given up for it
     */
    record Diagnostics(@Nullable String fileName, boolean replaces) implements Answer {}

    /**
     * What a connector may take.
     *
     * @param schedule null when there is none
     */
    record Schedule(int connectorId, ChargingProfile.@Nullable Schedule schedule) implements Answer {}

    /** What became of each of several monitors, in their order. */
    record MonitorsSet(List<Result> results) implements Answer {

        /**
         * A word to a monitor.
         *
         * @param id null for one that was not set and had none
         */
        public record Result(Word word, @Nullable Integer id) {}
    }

    record Certificates(List<Certificate> installed) implements Answer {}

    /** An error instead of an answer. */
    record Refusal(Code code, String description) implements Answer {}

    /** No answer at all. */
    record Silence() implements Answer {}

    static Answer of(Word word) {
        return new Verdict(word);
    }

    static Answer accepted(boolean accepted) {
        return of(accepted ? Word.ACCEPTED : Word.REJECTED);
    }

    /** What a charger can say to something it was asked to do. */
    enum Word {
        ACCEPTED,
        REJECTED,
        SCHEDULED,
        UNLOCKED,
        IN_TRANSACTION,
        NOT_SUPPORTED,
        NOT_IMPLEMENTED,
        UNKNOWN_VENDOR,
        UNKNOWN,
        OCCUPIED,
        FAULTED,
        UNAVAILABLE,
        VERSION_MISMATCH,
        FAILED,
        /** Another of the kind that was under way is given up for it. */
        ACCEPTED_CANCELED,
        DUPLICATE,
        /** Nothing is as it was asked for. */
        EMPTY,
        INVALID,
        INVALID_CERTIFICATE,
        NOT_FOUND,
        UNKNOWN_TRANSACTION,
        UNSUPPORTED_FORMAT,
        UNSUPPORTED_KIND
    }

    /** Why there is an error. */
    enum Code {
        NOT_IMPLEMENTED,
        NOT_SUPPORTED,
        MALFORMED,
        INTERNAL
    }
}
