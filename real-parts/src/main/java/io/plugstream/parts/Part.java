package io.plugstream.parts;

/** A real server that a test may stop, kill, or let stand still. Address and data are the same when it starts again. */
public abstract sealed class Part implements AutoCloseable permits Kafka, ClusterBroker, Postgres {

    private final Lifecycle lifecycle;

    Part(Lifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    /** Shuts down in order. */
    public void stop() {
        lifecycle.stop();
    }

    /** As {@code kill -9}. */
    public void kill() {
        lifecycle.kill();
    }

    /** After it was stopped or killed; returns when it answers. */
    public void startAgain() {
        lifecycle.start();
    }

    /** Says nothing more, with all connections open, as after {@code kill -STOP}. */
    public void pause() {
        lifecycle.pause();
    }

    public void resume() {
        lifecycle.resume();
    }

    /** Ends it for good, with its data. */
    @Override
    public void close() {
        lifecycle.remove();
    }
}
