-- Stations of OCPP 2: what their commands, transactions and connectors have besides those of OCPP 1.6.

-- Numbers of commands, which stations repeat in what they say because of them.
CREATE SEQUENCE command_numbers AS integer MINVALUE 1 CYCLE;

ALTER TABLE commands
    ADD COLUMN number           integer,
    -- Whether the station is to report something later, in parts.
    ADD COLUMN reports          boolean NOT NULL DEFAULT false,
    ADD COLUMN station_response text,
    -- Of the password that the command sets, until the station has taken it.
    ADD COLUMN password_hash    text;

CREATE INDEX commands_by_number ON commands (organisation_id, charge_box_id, number) WHERE number IS NOT NULL;

CREATE TABLE command_report_parts (
    command_id  uuid        NOT NULL REFERENCES commands ON DELETE CASCADE,
    part_id     uuid        NOT NULL,
    -- Null where OCPP does not number the parts.
    seq_no      integer,
    last        boolean     NOT NULL,
    received_at timestamptz NOT NULL,
    -- A JSON array as text.
    items       text        NOT NULL,
    PRIMARY KEY (command_id, part_id)
);

CREATE UNIQUE INDEX command_report_parts_numbered ON command_report_parts (command_id, seq_no)
    WHERE seq_no IS NOT NULL;
CREATE INDEX command_report_parts_by_age ON command_report_parts (received_at);

ALTER TABLE transactions ADD COLUMN station_transaction_id text;

-- The connectors of an EVSE: a list of {connectorId, status, updatedAt}.
ALTER TABLE connector_states ADD COLUMN plugs jsonb;

-- A station repeats the number of the command that began a transaction; a charger of OCPP 1.6 repeats tag and connector.
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
