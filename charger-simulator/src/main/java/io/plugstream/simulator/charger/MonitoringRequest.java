package io.plugstream.simulator.charger;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a central system asks of a charger's monitors. */
public sealed interface MonitoringRequest extends Request {

    /** Monitors are to be set, each of which is answered for itself. */
    record Set(List<Wanted> monitors) implements MonitoringRequest {

        /**
         * A monitor that is wanted.
         *
         * @param id of the one that it replaces; null for a new one
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

    /** Monitors are to go, each of which is answered for itself. */
    record Clear(List<Integer> ids) implements MonitoringRequest {}

    /**
     * The charger is to have the monitors that it came with. It came with none.
     *
     * @param keepsOthers whether those that were set stay
     */
    record Base(boolean keepsOthers) implements MonitoringRequest {}

    /** Only what is at least so severe is to be told; 0 is the most severe. */
    record Level(int severity) implements MonitoringRequest {}

    /** The monitors that are meant are to be reported under this number. */
    record Report(int requestId, Predicate<Monitor> meant) implements MonitoringRequest {}
}
