package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.TransactionUpdated;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A value that was sampled during a transaction.
 *
 * @param ordinal its place in the event, numbers first
 * @param value null if the value is signed data or not a number
 * @param raw the text as sent, if {@code value} is null
 */
record SampledValue(
        String organisationId,
        String chargeBoxId,
        int transactionId,
        Instant at,
        UUID eventId,
        int ordinal,
        String measurand,
        @Nullable BigDecimal value,
        String unit,
        @Nullable String phase,
        @Nullable String location,
        @Nullable String context,
        @Nullable String format,
        @Nullable String raw) {

    /**
     * Values of one moment that are stored. No honest charger samples more, and each new value is compared with all
     * of its moment.
     */
    static final int MOST_PER_MOMENT = 256;

    /** Skips readings that are already stored, perhaps from another message. */
    static final String INSERT = """
            WITH sample AS MATERIALIZED (
                SELECT * FROM jsonb_to_recordset(:rows::jsonb) AS sample ("organisationId" text, "chargeBoxId" text,
                    "transactionId" integer, at timestamptz, "eventId" uuid, ordinal integer, measurand text,
                    value numeric, unit text, phase text, location text, context text,
                    format text, raw text)),
            moment AS MATERIALIZED (
                SELECT *, (
                    SELECT count(*) FROM (
                        SELECT FROM meter_values known
                        WHERE known.organisation_id = "organisationId" AND known.charge_box_id = "chargeBoxId"
                            AND known.transaction_id = "transactionId" AND known.sampled_at = at
                        LIMIT %1$d) few) AS stored
                FROM (SELECT DISTINCT "organisationId", "chargeBoxId", "transactionId", at FROM sample) moments),
            fitting AS MATERIALIZED (
                SELECT * FROM sample JOIN moment USING ("organisationId", "chargeBoxId", "transactionId", at)
                WHERE stored < %1$d),
            fresh AS (
                SELECT DISTINCT ON ("organisationId", "chargeBoxId", "transactionId", at, measurand, value, unit, phase,
                    location, context, format, raw) *
                FROM fitting sample
                WHERE NOT EXISTS (
                    SELECT FROM meter_values known
                    WHERE known.organisation_id = "organisationId" AND known.charge_box_id = "chargeBoxId"
                        AND known.transaction_id = "transactionId" AND known.sampled_at = at
                        AND known.measurand = sample.measurand AND known.unit = sample.unit
                        AND known.value IS NOT DISTINCT FROM sample.value
                        AND known.phase IS NOT DISTINCT FROM sample.phase
                        AND known.location IS NOT DISTINCT FROM sample.location
                        AND known.context IS NOT DISTINCT FROM sample.context
                        AND known.format IS NOT DISTINCT FROM sample.format
                        AND known.raw IS NOT DISTINCT FROM sample.raw)),
            numbered AS (
                SELECT *, row_number() OVER (
                    PARTITION BY "organisationId", "chargeBoxId", "transactionId", at ORDER BY "eventId", ordinal) AS place
                FROM fresh)
            INSERT INTO meter_values (organisation_id, charge_box_id, transaction_id, sampled_at, event_id, ordinal,
                measurand, value, unit, phase, location, context, format, raw)
            SELECT "organisationId", "chargeBoxId", "transactionId", at, "eventId", ordinal, measurand, value, unit,
                phase, location, context, format, raw
            FROM numbered WHERE stored + place <= %1$d
            ON CONFLICT DO NOTHING""".formatted(MOST_PER_MOMENT);

    /** The values in an update; empty if it belongs to no transaction. */
    static Stream<SampledValue> in(EventRecord event) {
        TransactionUpdated update = (TransactionUpdated) event.data();
        Integer transactionId = update.transactionId();
        if (transactionId == null) {
            return Stream.empty();
        }
        List<MeterValue> numbers = update.meterValues();
        List<RawMeterValue> raw = update.rawValues();
        return Stream.concat(
                IntStream.range(0, numbers.size())
                        .mapToObj(place -> number(event, transactionId, place, numbers.get(place))),
                IntStream.range(0, raw.size())
                        .mapToObj(place -> raw(event, transactionId, numbers.size() + place, raw.get(place))));
    }

    private static SampledValue number(EventRecord event, int transactionId, int ordinal, MeterValue value) {
        return new SampledValue(
                event.organisationId(),
                event.chargeBoxId(),
                transactionId,
                value.timestamp(),
                event.eventId(),
                ordinal,
                value.measurand(),
                value.value(),
                value.unit(),
                value.phase(),
                value.location(),
                value.context(),
                null,
                null);
    }

    private static SampledValue raw(EventRecord event, int transactionId, int ordinal, RawMeterValue value) {
        return new SampledValue(
                event.organisationId(),
                event.chargeBoxId(),
                transactionId,
                value.timestamp(),
                event.eventId(),
                ordinal,
                value.measurand(),
                null,
                value.unit(),
                value.phase(),
                value.location(),
                value.context(),
                value.format(),
                storable(value.value()));
    }

    /** PostgreSQL's text type cannot hold U+0000. */
    private static String storable(String text) {
        return text.replace('\u0000', '\uFFFD');
    }
}
