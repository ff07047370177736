package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Loopback;
import io.plugstream.model.json.Json;
import org.jspecify.annotations.Nullable;

/** The receiver of the good organisations on loopback, which answers at once. */
final class PromptReceiver implements AutoCloseable {

    private final Loopback server = new Loopback((_, body) -> receive(body));
    private volatile @Nullable Run run;

    String url() {
        return server.url();
    }

    /** Counts arrivals for {@code next} from now on. */
    void count(Run next) {
        run = next;
    }

    private int receive(byte[] body) {
        Run now = run;
        String info = Json.mapper().readTree(body).path("data").path("info").stringValue("");
        if (now != null && !info.isEmpty()) {
            now.arrived(Integer.parseInt(info));
        }
        return 204;
    }

    @Override
    public void close() {
        server.close();
    }
}
