package io.plugstream.local.process;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Reports when a service ends while the platform runs, how to restart it, and when it is ready again. */
record ServiceWatch(ServiceProcess service, Consumer<String> say, BooleanSupplier stopping) implements Runnable {
    private static final int POLL_MILLIS = 300;

    @Override
    public void run() {
        try {
            while (!stopping.getAsBoolean()) {
                service.running().ifPresent(process -> process.onExit().join());
                if (!stopping.getAsBoolean()) {
                    say.accept(service.endMessage()
                            + "%nThe others keep running. Restart it with: %s".formatted(service.startScript()));
                    awaitReturn();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitReturn() throws InterruptedException {
        service.forgetChild();
        var process = service.running();
        while (process.isEmpty() && !stopping.getAsBoolean()) {
            Thread.sleep(POLL_MILLIS);
            process = service.running();
        }
        while (process.isPresent() && process.get().isAlive() && !stopping.getAsBoolean()) {
            if (service.askReadiness().ready()) {
                say.accept("%s is ready again, as process %d"
                        .formatted(service.name(), process.get().pid()));
                return;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
