package io.plugstream.sandbox.charger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.sandbox.SandboxRun;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** The metrics of test chargers. */
@Component
public final class ChargerMetrics {

    private final MeterRegistry meters;
    private final Counter connectionFailures;
    private final Counter refusals;
    private final Counter unsaved;

    ChargerMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.connectionFailures = Counter.builder("plugstream.sandbox.connection.failures")
                .description("Failed or lost connections of test chargers, which reconnect")
                .register(meters);
        this.refusals = Counter.builder("plugstream.sandbox.refusals")
                .description("Messages of test chargers that the gateway answered with an error")
                .register(meters);
        this.unsaved = Counter.builder("plugstream.sandbox.unsaved")
                .description("Failed attempts to write the state of a test charger, which is offline meanwhile")
                .register(meters);
        for (var order : OrderResult.values()) {
            orders(order);
        }
        runs(SandboxRun.Status.SUCCEEDED);
        runs(SandboxRun.Status.FAILED);
    }

    void connectionFailed() {
        connectionFailures.increment();
    }

    void refused() {
        refusals.increment();
    }

    void notSaved() {
        unsaved.increment();
    }

    void ended(SandboxRun run) {
        runs(run.status()).increment();
    }

    /** Counts an order that has ended. */
    public void count(OrderResult result) {
        orders(result).increment();
    }

    private Counter runs(SandboxRun.Status status) {
        return Counter.builder("plugstream.sandbox.scenarios")
                .description("Scenarios that ended")
                .tag("status", status.wireName())
                .register(meters);
    }

    private Counter orders(OrderResult result) {
        return Counter.builder("plugstream.sandbox.orders")
                .description("Orders for test chargers by result")
                .tag("fate", result.name().toLowerCase(Locale.ROOT))
                .register(meters);
    }
}
