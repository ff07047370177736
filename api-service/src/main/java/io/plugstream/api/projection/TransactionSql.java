package io.plugstream.api.projection;

/** The statements of {@link TransactionProjection}, for {@link JsonRows}. */
final class TransactionSql {

    private static final String ROWS = """
            jsonb_to_recordset(:rows::jsonb) AS event ("organisationId" text, "chargeBoxId" text, mode text,
                "transactionId" integer, "connectorId" integer, "idTag" text, "meterStart" bigint, "meterStop" bigint,
                "energyWh" bigint, reason text, "stationTransactionId" text, "remoteStartId" integer,
                at timestamptz, "receivedAt" timestamptz, "eventId" uuid)""";

    /**
     * Also adds the start to a transaction whose stop came first; the stop knows {@code meter_start} better. Deletes
     * the orphan that a station's end was before its begin arrived: the whole stop follows.
     */
    static final String START = """
            WITH orphans AS (
                DELETE FROM transactions orphan USING %1$s
                WHERE orphan.organisation_id = event."organisationId" AND orphan.charge_box_id = event."chargeBoxId"
                    AND orphan.transaction_id = event."transactionId" AND orphan.status = 'orphaned'
                    AND orphan.station_transaction_id = event."stationTransactionId")
            INSERT INTO transactions AS known (organisation_id, charge_box_id, mode, transaction_id, status,
                connector_id, id_tag, meter_start, station_transaction_id, started_at, listed_at,
                started_event_id)
            SELECT "organisationId", "chargeBoxId", mode, "transactionId", 'active', "connectorId", "idTag",
                "meterStart", "stationTransactionId", at, at, "eventId"
            FROM %1$s
            ON CONFLICT (organisation_id, charge_box_id, transaction_id) WHERE status <> 'orphaned' DO UPDATE SET
                connector_id = excluded.connector_id, id_tag = excluded.id_tag,
                station_transaction_id = excluded.station_transaction_id,
                started_at = excluded.started_at, listed_at = excluded.listed_at,
                started_event_id = excluded.started_event_id
            WHERE known.started_at IS NULL""".formatted(ROWS);

    /**
     * Links transactions with the commands that caused them: by the {@code remoteStartId} that a station repeats, else
     * by charger, id tag and connector. Takes the oldest matching command, up to 10 minutes after its end by our clock,
     * because a charger's clock cannot be compared with the command's times. Command and transaction may come from
     * different gateways. First locks the commands that may match, in the order of their ids: results of the same
     * commands are stored at the same time, in the same order.
     */
    static final String LINK = """
            WITH locked AS MATERIALIZED (
                SELECT FROM commands WHERE id IN (
                    SELECT command.id FROM %1$s JOIN commands command
                        ON command.organisation_id = event."organisationId"
                        AND command.charge_box_id = event."chargeBoxId" AND command.number = event."remoteStartId"
                    UNION ALL
                    SELECT command.id FROM %1$s JOIN commands command
                        ON command.organisation_id = event."organisationId"
                        AND command.charge_box_id = event."chargeBoxId" AND event."remoteStartId" IS NULL
                        AND lower(command.id_tag) = lower(event."idTag") AND command.transaction_id IS NULL
                        AND command.created_at > event."receivedAt" - interval '30 minutes')
                ORDER BY id FOR NO KEY UPDATE)
            SELECT link_remote_starts(:rows::jsonb) FROM (SELECT count(*) FROM locked) counted""".formatted(ROWS);

    /** Readings of a clock that stands have all the same time. */
    static final String READ = """
            UPDATE transactions known SET meter_latest = reading."meterWh", metered_at = reading.at,
                meter_start = coalesce(reading."startWh", known.meter_start)
            FROM jsonb_to_recordset(:rows::jsonb) AS reading ("organisationId" text, "chargeBoxId" text,
                "transactionId" integer, "startWh" bigint, "meterWh" bigint, at timestamptz)
            WHERE known.organisation_id = reading."organisationId" AND known.charge_box_id = reading."chargeBoxId"
                AND known.transaction_id = reading."transactionId" AND known.status = 'active'
                AND (known.metered_at IS NULL OR known.metered_at <= reading.at)""";

    static final String STOP = """
            UPDATE transactions known SET status = 'completed', meter_stop = event."meterStop",
                meter_start = coalesce(event."meterStart", known.meter_start),
                energy_wh = coalesce(event."energyWh", event."meterStop" - known.meter_start),
                stopped_at = event.at, reason = event.reason, stopped_event_id = event."eventId"
            FROM %s
            WHERE known.organisation_id = event."organisationId" AND known.charge_box_id = event."chargeBoxId"
                AND known.transaction_id = event."transactionId" AND known.status = 'active'""".formatted(ROWS);

    /** A stop without a start: orphaned, and without an event id, if the gateway did not know the start either. */
    static final String STOP_ALONE = """
            INSERT INTO transactions (organisation_id, charge_box_id, mode, transaction_id, status, connector_id,
                id_tag, meter_start, meter_stop, energy_wh, stopped_at, reason, station_transaction_id, listed_at,
                stopped_event_id)
            SELECT "organisationId", "chargeBoxId", event.mode, "transactionId",
                CASE WHEN "meterStart" IS NULL THEN 'orphaned' ELSE 'completed' END, "connectorId", "idTag",
                "meterStart", "meterStop", "energyWh", at, event.reason, "stationTransactionId", at,
                CASE WHEN "meterStart" IS NOT NULL THEN "eventId" END
            FROM %s
            WHERE NOT EXISTS (SELECT FROM transactions known WHERE known.organisation_id = event."organisationId"
                AND known.charge_box_id = event."chargeBoxId" AND known.transaction_id = event."transactionId"
                AND known.status <> 'orphaned')
            ON CONFLICT DO NOTHING""".formatted(ROWS);

    /** Announces a changed list as the triggers of tables do: 100 organisations in a message. */
    static final String ANNOUNCE = """
            SELECT pg_notify('list_changes',
                json_build_object('list', 'transactions', 'organisationIds', json_agg("organisationId"))::text)
            FROM (SELECT "organisationId", (row_number() OVER () - 1) / 100 AS message
                FROM jsonb_to_recordset(:rows::jsonb) AS changed ("organisationId" text)) AS numbered
            GROUP BY message""";

    private TransactionSql() {}
}
