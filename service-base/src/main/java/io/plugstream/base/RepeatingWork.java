package io.plugstream.base;

import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/** A component that repeats its work on a {@link RepeatingThread} of its own while it runs. */
public abstract class RepeatingWork implements SmartLifecycle {

    private static final Duration SHORT = Duration.ofSeconds(1);

    protected final RepeatingThread thread;
    private final Duration firstPause;
    private final Duration pause;
    private final Duration longestStop;

    /**
     * Repeats the work without pauses.
     *
     * @param longestStop when the thread is interrupted if it does not end
     */
    protected RepeatingWork(String name, Duration longestStop) {
        this(name, Duration.ZERO, Duration.ZERO, longestStop);
    }

    /** Repeats work that takes less than a second, with a pause after each run. */
    protected RepeatingWork(String name, Duration firstPause, Duration pause) {
        this(name, firstPause, pause, SHORT);
    }

    private RepeatingWork(String name, Duration firstPause, Duration pause, Duration longestStop) {
        this.thread = new RepeatingThread(name);
        this.firstPause = firstPause;
        this.pause = pause;
        this.longestStop = longestStop;
    }

    protected abstract void work();

    /** Ends what the work waits for when the thread is to stop. */
    protected void wakeUp() {}

    @Override
    public void start() {
        thread.start(firstPause, pause, this::work);
    }

    @Override
    public void stop() {
        thread.stop(longestStop, this::wakeUp);
    }

    @Override
    public final boolean isRunning() {
        return thread.isRunning();
    }
}
