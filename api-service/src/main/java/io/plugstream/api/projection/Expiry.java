package io.plugstream.api.projection;

import io.plugstream.api.database.OldRows;
import java.time.Duration;
import java.util.Locale;

/** Tables with a retention, and the statements that delete at most {@code :batch} {@link OldRows}. */
enum Expiry {
    DAILY_USAGE("""
            DELETE FROM daily_usage WHERE ctid IN (
                SELECT ctid FROM daily_usage WHERE day < (:oldest AT TIME ZONE 'UTC')::date ORDER BY day LIMIT :batch)"""),

    TRANSACTIONS("""
            DELETE FROM transactions WHERE id IN (
                SELECT id FROM transactions
                WHERE listed_at < :oldest AND greatest(listed_at, stopped_at, metered_at) < :oldest
                ORDER BY listed_at LIMIT :batch)"""),

    /**
     * The marks of deleted chargers (ADR 11). A row that a registration has locked or changed meanwhile stays, because
     * its {@code ctid} is another then.
     */
    CHARGER_STATES("""
            DELETE FROM charger_states WHERE ctid IN (
                SELECT ctid FROM charger_states forgotten
                WHERE forgotten_through > '00000000-0000-0000-0000-000000000000'
                    AND forgotten_through < (lpad(to_hex((extract(epoch FROM :oldest) * 1000)::bigint),
                        12, '0') || '70008000000000000000')::uuid
                    AND NOT EXISTS (
                        SELECT FROM chargers registered WHERE registered.organisation_id = forgotten.organisation_id
                            AND registered.charge_box_id = forgotten.charge_box_id)
                ORDER BY forgotten_through LIMIT :batch FOR UPDATE SKIP LOCKED)"""),

    REFUSED_HANDSHAKES("""
            DELETE FROM refused_handshakes WHERE id IN (
                SELECT id FROM refused_handshakes WHERE refused_at < :oldest ORDER BY refused_at LIMIT :batch)""");

    /** The beginning of each statement that deletes: {@code mine} is whether this replica may. */
    static final String TURN = """
            WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(:lock) AS mine)
            """;

    private final String sql;

    Expiry(String delete) {
        this.sql = TURN + OldRows.bounded(delete) + " AND (SELECT mine FROM turn)";
    }

    Duration kept(RetentionProperties properties) {
        return switch (this) {
            case DAILY_USAGE -> properties.usage();
            case TRANSACTIONS -> properties.transactions();
            case CHARGER_STATES -> properties.deletedChargers();
            case REFUSED_HANDSHAKES -> RefusalRetention.TIME;
        };
    }

    /** Deletes nothing while another replica holds the advisory lock {@code :lock}. */
    String sql() {
        return sql;
    }

    String table() {
        return name().toLowerCase(Locale.ROOT);
    }
}
