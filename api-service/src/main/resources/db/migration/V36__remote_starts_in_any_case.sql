-- OCPP compares tags without case, so a charger may report the tag of a remote start in another case.
DROP INDEX commands_remote_starts;
CREATE INDEX commands_remote_starts ON commands (organisation_id, charge_box_id, lower(id_tag), created_at)
    WHERE id_tag IS NOT NULL;

CREATE OR REPLACE FUNCTION link_remote_starts(starts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    start record;
BEGIN
    FOR start IN
        SELECT * FROM jsonb_to_recordset(starts) AS event ("organisationId" text, "chargeBoxId" text, mode text,
            "transactionId" integer, "connectorId" integer, "idTag" text, "remoteStartId" integer,
            "receivedAt" timestamptz)
    LOOP
        IF start."remoteStartId" IS NOT NULL THEN
            UPDATE commands SET transaction_id = start."transactionId"
            WHERE id = (
                SELECT id FROM commands
                WHERE organisation_id = start."organisationId" AND charge_box_id = start."chargeBoxId"
                    AND mode = start.mode AND number = start."remoteStartId"
                    AND action IN ('RemoteStartTransaction', 'RequestStartTransaction')
                ORDER BY created_at DESC LIMIT 1)
            AND transaction_id IS NULL AND status IN ('queued', 'sent', 'accepted', 'timed_out');
            CONTINUE;
        END IF;
        UPDATE commands SET transaction_id = start."transactionId"
        WHERE id = (
            SELECT id FROM commands
            WHERE organisation_id = start."organisationId" AND charge_box_id = start."chargeBoxId"
                AND mode = start.mode AND lower(id_tag) = lower(start."idTag")
                AND (connector_id IS NULL OR connector_id = start."connectorId")
                AND transaction_id IS NULL AND status IN ('queued', 'sent', 'accepted', 'timed_out')
                AND created_at > start."receivedAt" - interval '30 minutes'
                AND start."receivedAt" BETWEEN created_at AND coalesce(completed_at, expires_at) + interval '10 minutes'
            ORDER BY created_at, id LIMIT 1 FOR UPDATE)
        AND NOT EXISTS (
            SELECT FROM commands linked
            WHERE linked.organisation_id = start."organisationId" AND linked.charge_box_id = start."chargeBoxId"
                AND lower(linked.id_tag) = lower(start."idTag")
                AND linked.created_at > start."receivedAt" - interval '30 minutes'
                AND linked.transaction_id = start."transactionId");
    END LOOP;
END
$$;
