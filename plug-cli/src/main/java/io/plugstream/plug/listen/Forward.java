package io.plugstream.plug.listen;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a POST ended.
 *
 * @param status null without an answer
 * @param failure null with an answer
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
