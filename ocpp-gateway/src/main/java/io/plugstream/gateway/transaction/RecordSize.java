package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.ReadingSize;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import java.util.List;

/** Estimates the bytes of a charger's record. The estimate is at least the true size. */
final class RecordSize {

    /** Names of fields, numbers, times and ids. */
    private static final int ENTRY = 600;

    private static final int STATION = 1_400;
    private static final int PART = 800;
    private static final int RANGE = 45;

    private RecordSize() {}

    static int of(KnownTransactions known) {
        return known.entries().stream().mapToInt(RecordSize::of).sum()
                + known.stations().stream().mapToInt(RecordSize::of).sum();
    }

    static int of(Entry entry) {
        return ENTRY + ReadingSize.of(entry.idTag());
    }

    static int of(StationTransaction station) {
        return STATION
                + ReadingSize.of(station.stationId())
                + ReadingSize.of(station.idToken())
                + ReadingSize.of(station.chargingState())
                + ReadingSize.of(station.stopToken())
                + (station.end() == null ? 0 : ReadingSize.of(station.end().reason()))
                + RANGE * station.seen().size()
                + PART * station.registers().parts().size()
                + of(station.pending());
    }

    static int of(List<MeterValue> pending) {
        return pending.stream().mapToInt(ReadingSize::of).sum();
    }
}
