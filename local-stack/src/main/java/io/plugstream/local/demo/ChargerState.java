package io.plugstream.local.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a charger's own course and its central system both have a hand in. Each change is on disk when it is made. */
final class ChargerState {
    private final Path file;
    private final Clock clock;
    private final Queue<String> wanted = new ArrayDeque<>();
    private ChargerMemory memory;
    private @Nullable String remoteTag;
    private boolean resting;
    private boolean restarting;
    private boolean asked;

    ChargerState(Path file, Clock clock) throws IOException {
        this.file = file;
        this.clock = clock;
        this.memory = ChargerMemory.read(file);
    }

    synchronized ChargerMemory memory() {
        return memory;
    }

    synchronized ChargerMemory remember(UnaryOperator<ChargerMemory> change) throws IOException {
        var next = change.apply(memory);
        next.write(file);
        memory = next;
        return next;
    }

    /** To the millisecond, as it is written: a repetition must not differ. */
    Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    /** Waits, but not beyond what the central system asks for; false if it did. */
    synchronized boolean pause(Duration time) throws InterruptedException {
        var end = System.nanoTime() + time.toNanos();
        while (!asked) {
            var left = end - System.nanoTime();
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        asked = false;
        return false;
    }

    synchronized boolean startRemotely(String idTag) {
        if (memory.charging() != null || !memory.isOperative() || remoteTag != null || restarting) {
            return false;
        }
        remoteTag = idTag;
        resting = false;
        wake();
        return true;
    }

    /** The tag of a remote start that is still to be done. */
    synchronized @Nullable String remoteTag() {
        return remoteTag;
    }

    /** A charging begins; whoever asked for it has been heard. */
    synchronized void begin(@Nullable String idTag) throws IOException {
        var begun = now();
        remember(past -> past.with(new ChargerMemory.Charging(begun, idTag, past.meter(), null, null, null, 0)));
        remoteTag = null;
        resting = false;
    }

    /** Stops what is being charged, if anything is. */
    synchronized boolean stop(String reason) throws IOException {
        if (!memory.isCharging()) {
            return false;
        }
        var time = now();
        remember(past -> past.with(past.present().stopped(time, reason)));
        resting = true;
        wake();
        return true;
    }

    synchronized void makeOperative(boolean operative) throws IOException {
        remember(past -> past.operative(operative));
        if (!operative) {
            remoteTag = null;
        }
        wake();
    }

    /** To be said after what the charger is at. */
    synchronized void want(String message) {
        wanted.add(message);
        wake();
    }

    synchronized @Nullable String nextWanted() {
        return wanted.poll();
    }

    synchronized void restart() {
        restarting = true;
        wake();
    }

    synchronized boolean isRestarting() {
        return restarting;
    }

    /** Power is back. */
    synchronized void restarted() {
        restarting = false;
        resting = false;
        remoteTag = null;
        wanted.clear();
    }

    /** Whether it was stopped from afar, so that it leaves time for a remote start before it goes on by itself. */
    synchronized boolean isResting() {
        return resting;
    }

    private void wake() {
        asked = true;
        notifyAll();
    }
}
