package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerTransactions.Entry;
import io.plugstream.model.charger.StationTransaction;
import io.plugstream.model.charger.StationTransaction.End;
import io.plugstream.model.charger.StationTransaction.Registers;
import java.time.Instant;

/**
 * What is durable of a station's transactions. Each method that tells may be called again with the same, and tells it once;
 * those that return false have to be tried again, because another gateway wrote in between.
 */
interface StationJournal {

    Instant now();

    KnownTransactions known() throws NotAcknowledgedException;

    /** The registers of {@code station}, with those of all readings that were told of it. */
    Registers registers(StationTransaction station) throws NotAcknowledgedException;

    int newTransactionId() throws NotAcknowledgedException;

    /** Keeps {@code station} in place of what was known of it. */
    boolean note(StationTransaction station) throws NotAcknowledgedException;

    /**
     * Tells the start.
     *
     * @param at when that became known, by the station's clock
     */
    boolean start(StationTransaction station, Instant at) throws NotAcknowledgedException;

    /** Tells readings of a transaction whose start is told. */
    void publish(MeterReadings readings, Entry transaction) throws NotAcknowledgedException;

    /** Keeps readings from which no event follows. */
    void record(MeterReadings readings) throws NotAcknowledgedException;

    /**
     * Tells the end of a transaction whose start is told.
     *
     * @param values that came with the end
     */
    boolean stop(StationTransaction station, End end, NormalisedValues values) throws NotAcknowledgedException;

    /** Keeps an end whose begin never came. */
    boolean orphan(StationTransaction station, End end) throws NotAcknowledgedException;
}
