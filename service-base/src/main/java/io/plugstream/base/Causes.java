package io.plugstream.base;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A failure and its causes. */
public final class Causes {

    /** Bounds chains of causes that contain a cycle. */
    private static final int MOST = 20;

    private Causes() {}

    /** The failure, its cause, the cause's cause and so on. */
    public static Stream<Throwable> of(@Nullable Throwable failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MOST);
    }
}
