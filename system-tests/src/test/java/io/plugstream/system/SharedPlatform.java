package io.plugstream.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * The platform that all test classes share, because a start takes half a minute. Each class uses its own organisations.
 * It samples a few of its own traces and all that a test requests, its gateways beat every second, and it ends with the
 * JVM.
 */
public final class SharedPlatform implements LauncherSessionListener {

    private static final String TRACED = "0.02";

    private static @Nullable SpanCollector spans;
    private static @Nullable Platform platform;
    private static @Nullable Chromium browser;

    /** Returns the platform with all services running, even if an earlier test stopped some. */
    static synchronized Platform get() throws IOException, InterruptedException {
        Platform running = platform;
        if (running == null) {
            // Its logs stay until the next clean build.
            Path scratch = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "platform");
            running = Platform.start(scratch.resolve("local"), settings(spans()));
            platform = running;
        }
        for (Service service : Service.values()) {
            if (!running.isRunning(service)) {
                running.startByHand(service);
            }
        }
        return running;
    }

    /** The browser that all tests of pages share. */
    static synchronized Chromium browser() throws IOException, InterruptedException {
        Chromium running = browser;
        if (running == null) {
            running = Chromium.start(get());
            browser = running;
        }
        return running;
    }

    /** The collector of the platform's spans. */
    static synchronized SpanCollector spans() throws IOException {
        SpanCollector collector = spans;
        if (collector == null) {
            collector = new SpanCollector();
            spans = collector;
        }
        return collector;
    }

    private static Map<String, String> settings(SpanCollector collector) {
        return Map.of(
                "MANAGEMENT_OPENTELEMETRY_TRACING_EXPORT_OTLP_ENDPOINT", collector.endpoint(),
                "MANAGEMENT_OPENTELEMETRY_TRACING_EXPORT_SCHEDULEDELAY", "1s",
                "MANAGEMENT_TRACING_SAMPLING_PROBABILITY", TRACED,
                "PLUGSTREAM_GATEWAY_PRESENCE_BEATINTERVAL", "1s",
                "PLUGSTREAM_QUOTA_STANDBYREPLICAS", "1");
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        close();
    }

    private static synchronized void close() {
        if (browser != null) {
            browser.close();
        }
        if (platform != null) {
            platform.close();
        }
        if (spans != null) {
            spans.close();
        }
    }
}
