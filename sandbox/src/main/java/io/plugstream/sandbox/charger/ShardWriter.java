package io.plugstream.sandbox.charger;

import io.plugstream.model.sandbox.SandboxCommand;
import io.plugstream.model.sandbox.SandboxState;
import java.io.IOException;

/** Writes as the owner of a shard; writes of former owners fail. */
public interface ShardWriter {

    /**
     * Returns once the state is committed, so that the next owner reads it.
     *
     * @throws IOException if the result is failure or unknown, and if the state is too large to be written
     */
    void write(SandboxState state) throws IOException;

    /**
     * Asks the API to issue a command.
     *
     * @throws IOException if it is not certain that the API will read it
     */
    void write(SandboxCommand command) throws IOException;
}
