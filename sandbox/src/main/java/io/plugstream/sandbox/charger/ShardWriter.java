package io.plugstream.sandbox.charger;

import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxState;
import java.io.IOException;

/** Writes as the owner of a shard; whoever owns it no longer cannot. */
public interface ShardWriter {

    /**
     * Returns when the next owner would read it.
     *
     * @throws IOException if that is not certain
     */
    void write(SandboxState state) throws IOException;

    /**
     * Asks the API for a command.
     *
     * @throws IOException if it is not certain that the API hears of it
     */
    void write(SandboxCommand command) throws IOException;
}
