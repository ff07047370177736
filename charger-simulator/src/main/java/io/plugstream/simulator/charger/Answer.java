package io.plugstream.simulator.charger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A charger's answer to its central system. */
public sealed interface Answer {

    /** A status; each protocol and action has its own spelling. */
    record StatusAnswer(Status status) implements Answer {}

    /** An answer without content. */
    record Empty() implements Answer {}

    record Configuration(List<Entry> known, List<String> unknown) implements Answer {

        public record Entry(String key, boolean readonly, String value) {}
    }

    /** A status for each of several changes, in their order. */
    record StatusAnswers(List<Status> statuses) implements Answer {}

    /**
     * The status of a transaction.
     *
     * @param running null if the request named no transaction
     * @param unsent whether there are unsent messages
     */
    record Transaction(@Nullable Boolean running, boolean unsent) implements Answer {}

    record ListVersion(int version) implements Answer {}

    /**
     * A diagnostics file.
     *
     * @param replaces whether it cancels an upload that is under way
     */
    record Diagnostics(String fileName, boolean replaces) implements Answer {}

    /**
     * The power that a connector may draw.
     *
     * @param schedule null if there is none
     */
    record Schedule(int connectorId, ChargingProfile.@Nullable Schedule schedule) implements Answer {}

    /** The result for each of several monitors, in their order. */
    record MonitorsSet(List<Result> results) implements Answer {

        /**
         * The result for one monitor.
         *
         * @param id null for a new monitor that was not set
         */
        public record Result(Status status, @Nullable Integer id) {}
    }

    record Certificates(List<Certificate> installed) implements Answer {}

    /** A CALLERROR instead of an answer. */
    record Refusal(Code code, String description) implements Answer {}

    /** No answer at all. */
    record Silence() implements Answer {}

    static Answer of(Status status) {
        return new StatusAnswer(status);
    }

    static Answer accepted(boolean accepted) {
        return of(accepted ? Status.ACCEPTED : Status.REJECTED);
    }

    /** The statuses with which a charger answers a request. */
    enum Status {
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
        /** Accepted; it cancels another update that was under way. */
        ACCEPTED_CANCELED,
        DUPLICATE,
        /** Nothing matches the request. */
        EMPTY,
        INVALID,
        INVALID_CERTIFICATE,
        NOT_FOUND,
        UNKNOWN_TRANSACTION,
        UNSUPPORTED_FORMAT,
        UNSUPPORTED_KIND
    }

    /** The reason for an error. */
    enum Code {
        NOT_IMPLEMENTED,
        NOT_SUPPORTED,
        FORMATION_VIOLATION,
        INTERNAL_ERROR
    }
}
