package io.plugstream.api.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.publisher.Hooks;

/** The errors that Reactor drops, because they come after the end of the work. */
public final class DroppedErrors implements AutoCloseable {

    private final List<Throwable> all = new CopyOnWriteArrayList<>();

    public DroppedErrors() {
        Hooks.onErrorDropped(all::add);
    }

    public List<Throwable> all() {
        return List.copyOf(all);
    }

    @Override
    public void close() {
        Hooks.resetOnErrorDropped();
    }
}
