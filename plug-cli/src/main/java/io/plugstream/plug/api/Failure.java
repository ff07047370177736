package io.plugstream.plug.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failure that ends a command with the exit code of its kind. */
public final class Failure extends Exception {

    private final Kind kind;
    private final @Nullable Duration retryAfter;

    /** The kinds of failures with their exit codes. */
    public enum Kind {
        REFUSED(1),
        /** Another server than the API answered. */
        FOREIGN(1),
        USAGE(2),
        UNREACHABLE(3),
        NOT_AUTHORISED(4);

        private final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    public Failure(Kind kind, String message) {
        this(kind, message, null);
    }

    Failure(Kind kind, String message, @Nullable Duration retryAfter) {
        super(message);
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** The same failure, after a sentence about what it leaves open. */
    public Failure after(String sentence) {
        return saying(sentence + ' ' + getMessage());
    }

    /** The same failure in other words. */
    public Failure saying(String words) {
        var failure = new Failure(kind, words, retryAfter);
        failure.initCause(this);
        return failure;
    }

    public Kind kind() {
        return kind;
    }

    /** The least pause before the same request may succeed; null if it will not. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
