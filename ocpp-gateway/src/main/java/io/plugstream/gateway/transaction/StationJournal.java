package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.time.Instant;

/**
 * The durable state of a station's transactions. A publishing method may be repeated with the same arguments and
 * publishes once. A method that returns false must be retried, because another gateway wrote in between.
 */
interface StationJournal {

    Instant now();

    KnownTransactions known() throws NotAcknowledgedException;

    /** The registers of {@code station}, with those of all its published readings. */
    Registers registers(StationTransaction station) throws NotAcknowledgedException;

    int newTransactionId() throws NotAcknowledgedException;

    /** Replaces what is stored of the transaction with {@code station}. */
    boolean note(StationTransaction station) throws NotAcknowledgedException;

    /**
     * Publishes the start.
     *
     * @param at when the start became known, by the station's clock
     */
    boolean start(StationTransaction station, Instant at) throws NotAcknowledgedException;

    /** Publishes readings of {@code station}, whose start is published as {@code transaction}. */
    void publish(MeterReadings readings, StationTransaction station, Entry transaction) throws NotAcknowledgedException;

    /** Stores readings that cause no event. */
    void record(MeterReadings readings) throws NotAcknowledgedException;

    /**
     * Publishes the end of a transaction whose start is published.
     *
     * @param values that came with the end
     */
    boolean stop(StationTransaction station, End end, NormalisedValues values) throws NotAcknowledgedException;

    /** Counts a deviation of the station. */
    void deviated(Deviation kind);

    /** Stores an end without a begin. */
    boolean orphan(StationTransaction station, End end) throws NotAcknowledgedException;
}
