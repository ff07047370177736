package io.plugstream.sandbox.charger;

import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is written, as JSON, until it is broken. */
final class RememberingWriter implements ShardWriter {

    private final List<SandboxCommand> commands = new ArrayList<>();
    private String last = "";
    private boolean broken;

    @Override
    public synchronized void write(SandboxState state) throws IOException {
        check();
        last = Json.mapper().writeValueAsString(state);
    }

    @Override
    public synchronized void write(SandboxCommand command) throws IOException {
        check();
        commands.add(command);
    }

    private void check() throws IOException {
        if (broken) {
            throw new IOException("another owns the shard");
        }
    }

    /** As when the process is killed: nothing is written any more. */
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
