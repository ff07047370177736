package io.plugstream.plug.listen;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a POST ended.
 *
 * @param status null when there was no answer
 * @param failure null when there was one
 */
record Forward(@Nullable Integer status, @Nullable String failure, Duration duration) {

    boolean isDelivered() {
        return status != null && status / 100 == 2;
    }

    String inWords() {
        var end = status == null ? failure : "HTTP " + status;
        return "%s (%d ms)".formatted(end, duration.toMillis());
    }
}
