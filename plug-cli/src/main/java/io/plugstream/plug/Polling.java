package io.plugstream.plug;

import io.plugstream.plug.api.Api;
import io.plugstream.plug.api.Failure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a command or scenario until it has ended. A failed poll is repeated while the time limit allows it. */
final class Polling {

    private final Api api;
    private final String path;
    private final long end;

    /** @param limit how long polls may fail, from now on */
    Polling(Api api, String path, Duration limit) {
        this.api = api;
        this.path = path;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /**
     * Reads the state after a pause.
     *
     * @throws Failure if another poll cannot succeed, or none within the limit
     */
    JsonNode next(Duration pause) throws Failure, InterruptedException {
        var before = pause;
        while (true) {
            Thread.sleep(before);
            try {
                return api.get(path, "status");
            } catch (Failure e) {
                before = longer(pause, e.retryAfter());
                if (before == null || System.nanoTime() + before.toNanos() > end) {
                    throw e;
                }
            }
        }
    }

    private static @Nullable Duration longer(Duration pause, @Nullable Duration least) {
        return least == null || least.compareTo(pause) > 0 ? least : pause;
    }
}
