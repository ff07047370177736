-- What a StartTransaction is recognised by that a RemoteStartTransaction caused: OCPP 1.6 gives it no id of its own.
ALTER TABLE commands
    ADD COLUMN id_tag         text,
    ADD COLUMN connector_id   integer,
    ADD COLUMN transaction_id integer;

CREATE INDEX commands_remote_starts ON commands (organisation_id, charge_box_id, id_tag, created_at)
    WHERE id_tag IS NOT NULL;

-- Gives each start the oldest command that may have caused it and has no transaction yet. One after the other, because two
-- starts of a batch may be of two commands that are alike. A start that is linked already, because it is read again, is
-- passed over. A command is linked before it is known to be accepted if its charger was faster than its answer.
CREATE FUNCTION link_remote_starts(starts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    start record;
BEGIN
    FOR start IN
        SELECT * FROM jsonb_to_recordset(starts) AS event ("organisationId" text, "chargeBoxId" text, mode text,
            "transactionId" integer, "connectorId" integer, "idTag" text, "receivedAt" timestamptz)
    LOOP
        UPDATE commands SET transaction_id = start."transactionId"
        WHERE id = (
            SELECT id FROM commands
            WHERE organisation_id = start."organisationId" AND charge_box_id = start."chargeBoxId"
                AND mode = start.mode AND id_tag = start."idTag"
                AND (connector_id IS NULL OR connector_id = start."connectorId")
                AND transaction_id IS NULL AND status IN ('queued', 'sent', 'accepted', 'timed_out')
                AND start."receivedAt" BETWEEN created_at AND coalesce(completed_at, expires_at) + interval '10 minutes'
            ORDER BY created_at, id LIMIT 1 FOR UPDATE)
        AND NOT EXISTS (
            SELECT FROM commands linked
            WHERE linked.organisation_id = start."organisationId" AND linked.charge_box_id = start."chargeBoxId"
                AND linked.id_tag = start."idTag" AND linked.transaction_id = start."transactionId");
    END LOOP;
END
$$;
