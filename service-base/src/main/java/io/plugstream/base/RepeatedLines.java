package io.plugstream.base;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Lets each warning and error into the log at most ten times a minute, and logs the number of the others. A dependency
 * that is away would otherwise cause thousands of equal lines, and hide what else happens.
 */
final class RepeatedLines extends TurboFilter {
    private static final org.slf4j.Logger log = LoggerFactory.getLogger(RepeatedLines.class);

    private static final int MOST = 10;
    private static final long WINDOW = Duration.ofMinutes(1).toNanos();

    /**
     * Different lines that are counted apart. Some libraries write what a stranger sent, or a connection's id, into the
     * message itself; such lines never end, and further ones count as one for each logger.
     */
    private static final int MOST_DIFFERENT = 1_000;

    /** So many characters of a message tell lines apart. */
    private static final int TELLING = 200;

    private final LongSupplier nanos;
    private volatile Window window;

    /** Measures minutes with {@code nanos}, a clock like {@link System#nanoTime()}. */
    RepeatedLines(LongSupplier nanos) {
        this.nanos = nanos;
        this.window = new Window(nanos.getAsLong());
        setName(RepeatedLines.class.getSimpleName());
    }

    /** Begins to filter the lines of this process. */
    @Override
    public void start() {
        super.start();
        logback().addTurboFilter(this);
    }

    @Override
    public void stop() {
        logback().getTurboFilterList().remove(this);
        super.stop();
    }

    private static LoggerContext logback() {
        return (LoggerContext) LoggerFactory.getILoggerFactory();
    }

    @Override
    @SuppressWarnings("NullAway") // Logback's parameters have no nullness annotations.
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] parameters,
            @Nullable Throwable failure) {
        // Without a format, this only asks whether the level is enabled.
        if (format == null
                || !level.isGreaterOrEqual(Level.WARN)
                || !level.isGreaterOrEqual(logger.getEffectiveLevel())
                || logger.getName().equals(log.getName())) {
            return FilterReply.NEUTRAL;
        }
        Line line = new Line(logger.getName(), format.substring(0, Math.min(TELLING, format.length())));
        return window().count(line) > MOST ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    private Window window() {
        long now = nanos.getAsLong();
        return now - window.begin < WINDOW ? window : next(now);
    }

    private synchronized Window next(long now) {
        Window ended = window;
        if (now - ended.begin >= WINDOW) {
            window = new Window(now);
            ended.logOmitted();
        }
        return window;
    }

    /** Equal lines differ only in their arguments. */
    private record Line(String logger, String format) {}

    private static final class Window {
        private final long begin;
        private final Map<Line, AtomicInteger> counts = new ConcurrentHashMap<>();

        Window(long begin) {
            this.begin = begin;
        }

        int count(Line line) {
            boolean isCountedApart = counts.size() < MOST_DIFFERENT || counts.containsKey(line);
            Line counted = isCountedApart ? line : new Line(line.logger(), "other lines");
            return counts.computeIfAbsent(counted, _ -> new AtomicInteger()).incrementAndGet();
        }

        void logOmitted() {
            String omitted = counts.entrySet().stream()
                    .filter(entry -> entry.getValue().get() > MOST)
                    .map(entry -> entry.getValue().get() - MOST + " of "
                            + entry.getKey().logger() + " \"" + entry.getKey().format() + '"')
                    .sorted()
                    .collect(Collectors.joining(", "));
            if (!omitted.isEmpty()) {
                log.warn("Repeated lines were left out of the log within a minute: {}", omitted);
            }
        }
    }
}
