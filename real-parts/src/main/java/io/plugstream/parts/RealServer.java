package io.plugstream.parts;

/** A real server that a test may stop, kill or pause. Address and data stay the same when it starts again. */
public abstract sealed class RealServer implements AutoCloseable permits Kafka, ClusterBroker, Postgres {

    private final Lifecycle lifecycle;

    RealServer(Lifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    /** Shuts down in order. */
    public void stop() {
        lifecycle.stop();
    }

    /** Like {@code kill -9}. */
    public void kill() {
        lifecycle.kill();
    }

    /** Starts it after a stop or kill; returns when it answers. */
    public void startAgain() {
        lifecycle.start();
    }

    /** Stops answering but keeps all connections open, like {@code kill -STOP}. */
    public void pause() {
        lifecycle.pause();
    }

    public void resume() {
        lifecycle.resume();
    }

    /** Removes it with its data. */
    @Override
    public void close() {
        lifecycle.remove();
    }
}
