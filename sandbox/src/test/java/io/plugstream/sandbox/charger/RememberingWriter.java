package io.plugstream.sandbox.charger;

import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Keeps written records as JSON, until {@link #breakDown}. */
final class RememberingWriter implements ShardWriter {

    private final List<SandboxCommand> commands = new ArrayList<>();
    private String last = "";
    private boolean broken;
    private volatile boolean blocksCommands;
    private volatile boolean blocking;

    @Override
    public synchronized void write(SandboxState state) throws IOException {
        check();
        last = Json.mapper().writeValueAsString(state);
    }

    @Override
    public void write(SandboxCommand command) throws IOException {
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
