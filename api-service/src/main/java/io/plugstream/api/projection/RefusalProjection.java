package io.plugstream.api.projection;

import io.plugstream.model.charger.RefusedHandshake;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Stores the newest refused handshakes. Ignores unknown organisations, because gateways do not know which exist. An
 * organisation's records are in one partition, so no two batches trim the same rows at the same time.
 */
@Component
final class RefusalProjection implements BatchProjection<RefusedHandshake> {

    private static final String ROWS = """
            jsonb_to_recordset(:rows::jsonb) AS refusal (id uuid, "organisationId" text, "chargeBoxId" text, mode text,
                reason text, address text, "refusedAt" timestamptz)""";

    /** Also notifies all replicas of new rows when the transaction commits. */
    private static final String KEEP = """
            WITH kept AS (
                INSERT INTO refused_handshakes (id, organisation_id, charge_box_id, mode, reason, address, refused_at)
                SELECT refusal.id, "organisationId", "chargeBoxId", mode, reason, address, "refusedAt"
                FROM %s
                WHERE EXISTS (SELECT FROM organisations WHERE organisations.id = refusal."organisationId")
                ORDER BY 1
                ON CONFLICT DO NOTHING RETURNING id)
            SELECT pg_notify('%s', refusal::text) FROM jsonb_array_elements(:rows::jsonb) AS refusal
            WHERE (refusal ->> 'id')::uuid IN (SELECT id FROM kept)""".formatted(ROWS, RefusalRetention.CHANNEL);

    private static final String TRIM_CHARGERS = """
            DELETE FROM refused_handshakes WHERE id IN (
                SELECT id FROM (
                    SELECT id, row_number() OVER (PARTITION BY organisation_id, charge_box_id
                        ORDER BY refused_at DESC, id DESC) AS place
                    FROM refused_handshakes WHERE (organisation_id, charge_box_id) IN (
                        SELECT DISTINCT "organisationId", "chargeBoxId" FROM %s)) ranked
                WHERE place > %d)""".formatted(ROWS, RefusalRetention.MOST_PER_CHARGER);

    static final String TRIM_ORGANISATIONS = """
            DELETE FROM refused_handshakes WHERE id IN (
                SELECT id FROM (
                    SELECT id, row_number() OVER (PARTITION BY organisation_id
                        ORDER BY refused_at DESC, id DESC) AS place
                    FROM refused_handshakes WHERE mode IS NULL AND organisation_id IN (
                        SELECT DISTINCT "organisationId" FROM %s)) ranked
                WHERE place > %d)""".formatted(ROWS, RefusalRetention.MOST_PER_ORGANISATION);

    private final JsonRows rows;

    RefusalProjection(JsonRows rows) {
        this.rows = rows;
    }

    @Override
    public Mono<Void> apply(List<RefusedHandshake> refusals) {
        return rows.run(KEEP, refusals)
                .then(rows.run(TRIM_CHARGERS, refusals))
                .then(rows.run(TRIM_ORGANISATIONS, refusals));
    }
}
