package io.plugstream.gateway.transaction;

import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimates the bytes of a charger's record. The estimate is at least the true size. */
final class RecordSize {

    /** Names of fields, numbers, times and ids. */
    private static final int ENTRY = 600;

    private static final int STATION = 1_400;
    private static final int PART = 800;
    private static final int RANGE = 45;
    private static final int READING = 130;

    /** For a character that JSON escapes, or that takes more than one byte. */
    private static final int MOST_BYTES = 6;

    private RecordSize() {}

    static int of(KnownTransactions known) {
        return known.entries().stream().mapToInt(RecordSize::of).sum()
                + known.stations().stream().mapToInt(RecordSize::of).sum();
    }

    static int of(Entry entry) {
        return ENTRY + of(entry.idTag());
    }

    static int of(StationTransaction station) {
        return STATION
                + of(station.stationId())
                + of(station.idToken())
                + of(station.chargingState())
                + of(station.stopToken())
                + (station.end() == null ? 0 : of(station.end().reason()))
                + RANGE * station.seen().size()
                + PART * station.registers().parts().size()
                + of(station.pending());
    }

    static int of(List<MeterValue> pending) {
        return pending.stream().mapToInt(RecordSize::of).sum();
    }

    private static int of(MeterValue reading) {
        return READING
                + of(reading.measurand())
                + reading.value().precision()
                + Math.abs(reading.value().scale())
                + of(reading.unit())
                + of(reading.phase())
                + of(reading.location())
                + of(reading.context());
    }

    private static int of(@Nullable String text) {
        return text == null
                ? 0
                : text.chars()
                        .map(c -> c >= ' ' && c <= '~' && c != '"' && c != '\\' ? 1 : MOST_BYTES)
                        .sum();
    }
}
