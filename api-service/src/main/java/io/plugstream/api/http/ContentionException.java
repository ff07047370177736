package io.plugstream.api.http;

import java.util.Objects;

/** A request waited too long for others of its organisation or resource. The response is 503. */
public final class ContentionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean beforeAnyChange;

    /** For a wait before the request changed anything. It has no stack trace, because it is no bug. */
    public ContentionException(String message) {
        this(message, true);
    }

    private ContentionException(String message, boolean beforeAnyChange) {
        super(message, null, false, false);
        this.beforeAnyChange = beforeAnyChange;
    }

    /** The same for a wait that may follow a change of the same request. */
    public ContentionException amidTheRequest() {
        return new ContentionException(Objects.requireNonNull(getMessage()), false);
    }

    boolean isBeforeAnyChange() {
        return beforeAnyChange;
    }
}
