package io.plugstream.plug;

import io.plugstream.plug.api.Failure;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that calls the API. */
abstract class ApiCommand implements Callable<Integer> {

    @Mixin
    @SuppressWarnings("NullAway.Init") // Set by the factory.
    Access access;

    /** Returns the exit code. */
    @Override
    public abstract Integer call() throws Failure, InterruptedException;
}
