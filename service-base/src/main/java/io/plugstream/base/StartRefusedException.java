package io.plugstream.base;

import org.jspecify.annotations.Nullable;

/** This service must not start. The message says why in one sentence, and is all that the log shows. */
public final class StartRefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public StartRefusedException(String message) {
        super(message);
    }

    public StartRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
