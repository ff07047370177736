package io.plugstream.plug;

import io.plugstream.plug.output.Output;

/** What is said if Ctrl-C or another signal ends plug before this is closed: what was started goes on. */
final class Farewell implements AutoCloseable {

    private final Output errors;
    private final Thread hook = new Thread(this::say, "farewell");
    private volatile String text;

    Farewell(Output errors, String text) {
        this.errors = errors;
        this.text = text;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void becomes(String next) {
        text = next;
    }

    private void say() {
        errors.line("plug: " + text);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The signal came first, and the hook runs already.
        }
    }
}
