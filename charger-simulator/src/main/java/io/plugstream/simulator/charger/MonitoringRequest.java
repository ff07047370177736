package io.plugstream.simulator.charger;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A central system's request about the charger's monitors. */
public sealed interface MonitoringRequest extends Request {

    /** Sets monitors; each has its own result. */
    record Set(List<Wanted> monitors) implements MonitoringRequest {

        /**
         * A monitor to set.
         *
         * @param id of the monitor that it replaces; null for a new monitor
         */
        public record Wanted(
                @Nullable Integer id,
                String key,
                boolean duringTransaction,
                double value,
                Monitor.Kind kind,
                int severity) {

            Monitor with(int number) {
                return new Monitor(number, key, duringTransaction, value, kind, severity);
            }
        }
    }

    /** Removes monitors; each has its own result. */
    record Clear(List<Integer> ids) implements MonitoringRequest {}

    /**
     * Restores the factory monitors, of which there are none.
     *
     * @param keepsOthers whether monitors that were set are kept
     */
    record Base(boolean keepsOthers) implements MonitoringRequest {}

    /** Sets the least severity that is reported; 0 is the most severe. */
    record Level(int severity) implements MonitoringRequest {}

    /** Reports the matching monitors with this request id. */
    record Report(int requestId, Predicate<Monitor> meant) implements MonitoringRequest {}
}
