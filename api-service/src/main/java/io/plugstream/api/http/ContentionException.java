package io.plugstream.api.http;

/** A request waited too long for others of its organisation or resource, and changed nothing. The response is 503. */
public final class ContentionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** It has no stack trace, because it is no bug. */
    public ContentionException(String message) {
        super(message, null, false, false);
    }
}
