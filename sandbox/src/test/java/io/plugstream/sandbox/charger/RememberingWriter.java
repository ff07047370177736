package io.plugstream.sandbox.charger;

import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.model.sandbox.SandboxState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Keeps written records as JSON, until {@link #breakDown}. */
final class RememberingWriter implements ShardWriter {

    private final List<SandboxCommand> commands = new ArrayList<>();
    private String last = "";
    private boolean broken;
    private volatile boolean blocksCommands;
    private volatile boolean blocking;
    private final AtomicReference<@Nullable Error> commandFailure = new AtomicReference<>();
    private final AtomicReference<@Nullable Error> endFailure = new AtomicReference<>();

    @Override
    public synchronized void write(SandboxState state) throws IOException {
        check();
        if (state.runs().stream().anyMatch(run -> run.status() == SandboxRun.Status.FAILED)) {
            fail(endFailure);
        }
        last = Json.mapper().writeValueAsString(state);
    }

    @Override
    public void write(SandboxCommand command) throws IOException {
        fail(commandFailure);
        if (blocksCommands) {
            block();
        }
        add(command);
    }

    private synchronized void add(SandboxCommand command) throws IOException {
        check();
        commands.add(command);
    }

    /** Blocks until interrupted, as a write to Kafka may be. */
    private void block() throws IOException {
        blocking = true;
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            blocking = false;
        }
    }

    void blockCommands() {
        blocksCommands = true;
    }

    boolean isBlocking() {
        return blocking;
    }

    /** Makes the next command's write fail. */
    void failOnceWith(Error failure) {
        commandFailure.set(failure);
    }

    /** Makes the next write of a failed scenario fail. */
    void failOnceToEnd(Error failure) {
        endFailure.set(failure);
    }

    private static void fail(AtomicReference<@Nullable Error> next) {
        var failure = next.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
    }

    private void check() throws IOException {
        if (broken) {
            throw new IOException("another owns the shard");
        }
    }

    /** Makes all later writes fail, as after the death of the process. */
    synchronized void breakDown() {
        broken = true;
    }

    synchronized SandboxState state() {
        return Json.mapper().readValue(last, SandboxState.class);
    }

    synchronized List<SandboxCommand> commands() {
        return List.copyOf(commands);
    }
}
