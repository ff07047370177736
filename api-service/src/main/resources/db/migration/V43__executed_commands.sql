-- Whether the charger may have executed a command: not if it refused the command or the platform did not send it. The
-- text of an error begins with its code.
CREATE OR REPLACE FUNCTION may_have_been_executed(status text, error text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT status IN ('queued', 'sent', 'accepted', 'timed_out')
        OR (status = 'failed' AND coalesce(error, '') ~ '^\{"code":"(ConnectionLost|UnreadableAnswer)"')
$$;

-- Links each start to its command (ADR 19). A station repeats the number of the command that began a transaction; a charger
-- of OCPP 1.6 repeats tag and connector, and its start gets the oldest command that may have caused it and has no
-- transaction yet. One after the other, because two starts of a batch may be of two commands that are alike. A start that is
-- linked already, because it is read again, is passed over. A command is linked before it is known to be accepted if its
-- charger was faster than its answer. A command lives 5 minutes at most, and starts count until 10 minutes after its end.
-- Older commands with the same tag, of which there may be very many, are not read.
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
            AND transaction_id IS NULL AND may_have_been_executed(status, error);
            CONTINUE;
        END IF;
        UPDATE commands SET transaction_id = start."transactionId"
        WHERE id = (
            SELECT id FROM commands
            WHERE organisation_id = start."organisationId" AND charge_box_id = start."chargeBoxId"
                AND mode = start.mode AND lower(id_tag) = lower(start."idTag")
                AND (connector_id IS NULL OR connector_id = start."connectorId")
                AND transaction_id IS NULL AND may_have_been_executed(status, error)
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
