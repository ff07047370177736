package io.plugstream.local;

import io.plugstream.local.process.StartException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Restarts a broker of a cluster whenever it ends, as an orchestrator would: the others continue meanwhile. If it does
 * not start, such as on a full disk, it is tried again until it does.
 */
record BrokerWatch(int id, Broker broker, Duration pause, Consumer<String> say, BooleanSupplier stopping)
        implements Runnable {

    /** The broker's process, however often it is replaced. */
    interface Broker {
        Process process();

        /**
         * Starts the broker again and returns its process id.
         *
         * @throws StartException if it does not start
         */
        long startAgain();
    }

    @Override
    public void run() {
        try {
            while (true) {
                var code = broker.process().onExit().join().exitValue();
                if (stopping.getAsBoolean()) {
                    return;
                }
                say.accept("Kafka broker %d ended with exit code %d and is restarted".formatted(id, code));
                startAgain();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void startAgain() throws InterruptedException {
        var told = false;
        while (!stopping.getAsBoolean()) {
            try {
                var again = broker.startAgain();
                say.accept("Kafka broker %d runs again as process %d".formatted(id, again));
                return;
            } catch (StartException e) {
                if (!told && !stopping.getAsBoolean()) {
                    told = true;
                    say.accept("%s%nKafka broker %d is tried again every %d s; the others keep running"
                            .formatted(e.getMessage(), id, pause.toSeconds()));
                }
                Thread.sleep(pause);
            }
        }
    }
}
