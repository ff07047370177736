-- The tables of a new database, grouped by feature. Flyway runs this file on empty databases only; existing ones came here
-- by the migrations V1 to V41 of earlier builds (ADR 122). Changes come as further migrations, from V42 on.
--
-- Tables whose rows change often have a fillfactor: it leaves room for a row's new version on its own page, so that no index
-- is touched.

-- Organisations: their keys, sessions and usage

CREATE TABLE organisations (
    id         text PRIMARY KEY,
    name       text        NOT NULL,
    tier       text        NOT NULL CHECK (tier IN ('Free', 'Starter', 'Growth', 'Scale')),
    created_at timestamptz NOT NULL
);

CREATE TABLE api_keys (
    id              uuid PRIMARY KEY,
    organisation_id text        NOT NULL REFERENCES organisations (id),
    name            text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    hash            bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    prefix          text        NOT NULL,
    created_at      timestamptz NOT NULL,
    last_used       timestamptz,
    revoked_at      timestamptz,
    -- The user's id at the identity provider.
    created_by      text        NOT NULL
);

CREATE INDEX api_keys_active ON api_keys (organisation_id, created_at, id) WHERE revoked_at IS NULL;

-- People who are signed in to the portal. Of a session's secret only the SHA-256 is kept.
CREATE TABLE portal_sessions (
    hash            bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    subject         text        NOT NULL,
    name            text,
    organisation_id text,
    operator        boolean     NOT NULL,
    created_at      timestamptz NOT NULL,
    used_at         timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE INDEX portal_sessions_by_end ON portal_sessions (expires_at);
-- For the deletion of idle sessions. A replica records a session's use at most once a minute, so it can afford to change
-- this index as well.
CREATE INDEX portal_sessions_by_use ON portal_sessions (used_at);

-- What became of the POSTs that carried an Idempotency-Key.
CREATE TABLE idempotency_keys (
    organisation_id text        NOT NULL,
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    key             text        NOT NULL COLLATE "C" CHECK (char_length(key) BETWEEN 1 AND 255),
    fingerprint     text        NOT NULL CHECK (char_length(fingerprint) = 64),
    -- Who works on it, and until when nobody else may.
    owner           uuid        NOT NULL,
    leased_until    timestamptz NOT NULL,
    -- Set in the transaction that does the work.
    worked          boolean     NOT NULL DEFAULT false,
    -- The answer, without secrets; null until there is one.
    status          integer,
    headers         jsonb,
    body            text,
    expires_at      timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, mode, key)
);

CREATE INDEX idempotency_keys_expired ON idempotency_keys (expires_at);

-- The counts of UTC days, as quota-service tells them; kept longer than its topic keeps them.
CREATE TABLE daily_usage (
    organisation_id text   NOT NULL,
    day             date   NOT NULL,
    used            bigint NOT NULL,
    PRIMARY KEY (organisation_id, day)
) WITH (fillfactor = 70);

CREATE INDEX daily_usage_by_age ON daily_usage (day);

-- Chargers: registrations, what their events say, the sandbox

-- Ids of chargers sort byte by byte, so that pages do not depend on the server's locale.
CREATE TABLE chargers (
    organisation_id       text        NOT NULL REFERENCES organisations (id),
    charge_box_id         text        NOT NULL COLLATE "C",
    mode                  text        NOT NULL CHECK (mode IN ('live', 'test')),
    name                  text        CHECK (char_length(name) BETWEEN 1 AND 100),
    password_hash         text        NOT NULL CHECK (char_length(password_hash) = 64),
    created_at            timestamptz NOT NULL,
    -- A password that the charger has accepted but uses only after a reboot (ADR 119), and the command that set it.
    next_password_command uuid,
    next_password_hash    text        CHECK (char_length(next_password_hash) = 64),
    PRIMARY KEY (organisation_id, charge_box_id),
    CHECK ((next_password_command IS NULL) = (next_password_hash IS NULL))
);

CREATE INDEX chargers_of_mode ON chargers (organisation_id, mode, charge_box_id);
CREATE INDEX chargers_next_password ON chargers (next_password_command) WHERE next_password_command IS NOT NULL;

-- How many chargers an organisation has in each mode, so that the tier's limit costs the same whatever their number (ADR 64).
CREATE TABLE charger_counts (
    organisation_id text   NOT NULL,
    mode            text   NOT NULL,
    chargers        bigint NOT NULL CHECK (chargers >= 0),
    PRIMARY KEY (organisation_id, mode)
) WITH (fillfactor = 50);

CREATE FUNCTION count_registered_chargers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO charger_counts AS known (organisation_id, mode, chargers)
    SELECT organisation_id, mode, count(*) FROM changed GROUP BY organisation_id, mode ORDER BY organisation_id, mode
    ON CONFLICT (organisation_id, mode) DO UPDATE SET chargers = known.chargers + excluded.chargers;
    RETURN NULL;
END
$$;

CREATE FUNCTION count_deleted_chargers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE charger_counts known SET chargers = known.chargers - gone.chargers
    FROM (SELECT organisation_id, mode, count(*) AS chargers FROM changed GROUP BY organisation_id, mode) gone
    WHERE known.organisation_id = gone.organisation_id AND known.mode = gone.mode;
    RETURN NULL;
END
$$;

CREATE TRIGGER chargers_registered AFTER INSERT ON chargers REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_registered_chargers();
CREATE TRIGGER chargers_deleted AFTER DELETE ON chargers REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_chargers();

-- What the events say of chargers, whether registered or not; a charger's page joins it with its registration.
CREATE TABLE charger_states (
    organisation_id    text    NOT NULL,
    charge_box_id      text    NOT NULL COLLATE "C",
    -- Connections up to this one were made under a registration that is deleted; their events count no more.
    forgotten_through  uuid,
    -- The newest connection (UUIDv7) heard of, and whether it is open.
    connection_id      uuid,
    online             boolean NOT NULL DEFAULT false,
    protocol           text,
    last_seen          timestamptz,
    boot_connection_id uuid,
    boot_sequence      bigint,
    vendor             text,
    model              text,
    serial_number      text,
    firmware_version   text,
    PRIMARY KEY (organisation_id, charge_box_id)
) WITH (fillfactor = 50);

CREATE TABLE connector_states (
    organisation_id   text        NOT NULL,
    charge_box_id     text        NOT NULL COLLATE "C",
    connector_id      integer     NOT NULL,
    connection_id     uuid        NOT NULL,
    sequence          bigint      NOT NULL,
    status            text        NOT NULL,
    error_code        text        NOT NULL,
    updated_at        timestamptz NOT NULL,
    -- The connectors of an EVSE: a list of {connectorId, status, updatedAt}.
    plugs             jsonb,
    PRIMARY KEY (organisation_id, charge_box_id, connector_id)
) WITH (fillfactor = 70);

-- The rules of the protocol that a charger broke and was forgiven, by kind. Events tell the count of their connection so far,
-- so that events that come again, or late, change nothing.
CREATE TABLE charger_deviations (
    organisation_id text        NOT NULL,
    charge_box_id   text        NOT NULL COLLATE "C",
    kind            text        NOT NULL,
    connection_id   uuid        NOT NULL,
    in_connection   bigint      NOT NULL,
    -- Of all connections.
    count           bigint      NOT NULL,
    last_seen       timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, charge_box_id, kind)
);

-- Chargers that gateways did not let in, the newest of each id and organisation. The address is personal.
CREATE TABLE refused_handshakes (
    id              uuid        PRIMARY KEY,
    organisation_id text        NOT NULL,
    -- Null where the path named no charger.
    charge_box_id   text        COLLATE "C",
    -- Null where no charger was registered by that id.
    mode            text        CHECK (mode IN ('live', 'test')),
    reason          text        NOT NULL,
    address         text        NOT NULL,
    refused_at      timestamptz NOT NULL
);

CREATE INDEX refused_handshakes_of_charger
    ON refused_handshakes (organisation_id, charge_box_id, refused_at DESC, id DESC);
CREATE INDEX refused_handshakes_by_age ON refused_handshakes (refused_at);
-- Batches trim the handshakes of unregistered ids, and lists show those of one mode.
CREATE INDEX refused_handshakes_of_mode ON refused_handshakes (organisation_id, mode, refused_at DESC, id DESC);

-- Test chargers as the sandbox simulates them. The password is sealed: the sandbox opens it to connect.
CREATE TABLE sandbox_chargers (
    organisation_id        text        NOT NULL,
    charge_box_id          text        NOT NULL COLLATE "C",
    password               text        NOT NULL,
    simulated              boolean     NOT NULL DEFAULT true,
    protocol               text        NOT NULL DEFAULT 'ocpp1.6',
    clock_speed            integer     NOT NULL DEFAULT 1,
    meter_interval_seconds integer     NOT NULL DEFAULT 60,
    power_w                integer     NOT NULL DEFAULT 11000,
    answers                jsonb       NOT NULL DEFAULT '{}',
    created_at             timestamptz NOT NULL,
    -- The scenario that was asked for last.
    run_id                 uuid,
    run_scenario           text,
    run_at                 timestamptz,
    PRIMARY KEY (organisation_id, charge_box_id),
    FOREIGN KEY (organisation_id, charge_box_id) REFERENCES chargers ON DELETE CASCADE
);

-- Transactions

CREATE TABLE transactions (
    id                     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organisation_id        text        NOT NULL,
    charge_box_id          text        NOT NULL COLLATE "C",
    mode                   text        NOT NULL CHECK (mode IN ('live', 'test')),
    transaction_id         integer     NOT NULL,
    status                 text        NOT NULL CHECK (status IN ('active', 'completed', 'orphaned')),
    connector_id           integer,
    id_tag                 text,
    meter_start            bigint,
    meter_stop             bigint,
    energy_wh              bigint,
    started_at             timestamptz,
    stopped_at             timestamptz,
    reason                 text,
    -- The newest reading of the running transaction, in Wh.
    meter_latest           bigint,
    metered_at             timestamptz,
    -- Where it stands in lists: its start, or its stop where no start is known.
    listed_at              timestamptz NOT NULL,
    -- Stations of OCPP 2 only.
    station_transaction_id text,
    -- What a sandbox scenario shows of its transactions.
    started_event_id       uuid,
    stopped_event_id       uuid
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX transactions_known ON transactions (organisation_id, charge_box_id, transaction_id)
    WHERE status <> 'orphaned';

-- A charger's own invention of an id may come again with another stop. A charger that was offline may end two transactions
-- at one time under one invented id; their readings differ.
CREATE UNIQUE INDEX transactions_orphaned_stops
    ON transactions (organisation_id, charge_box_id, transaction_id, stopped_at, meter_stop) WHERE status = 'orphaned';

CREATE INDEX transactions_by_id ON transactions (organisation_id, transaction_id);
CREATE INDEX transactions_listed ON transactions (organisation_id, mode, listed_at DESC, id DESC);
CREATE INDEX transactions_of_charger ON transactions (organisation_id, mode, charge_box_id, listed_at DESC, id DESC);
CREATE INDEX transactions_by_age ON transactions (listed_at);

-- Lists of the few transactions that are running or orphaned, without reading all others.
CREATE INDEX transactions_active ON transactions (organisation_id, mode, listed_at DESC, id DESC)
    WHERE status = 'active';
CREATE INDEX transactions_without_start ON transactions (organisation_id, mode, listed_at DESC, id DESC)
    WHERE status = 'orphaned';

-- The sampled values of transactions, in the order in which they are listed. The event and the place in it tell a value
-- that comes again from another of the same moment.
CREATE TABLE meter_values (
    organisation_id text        NOT NULL,
    charge_box_id   text        NOT NULL COLLATE "C",
    transaction_id  integer     NOT NULL,
    sampled_at      timestamptz NOT NULL,
    event_id        uuid        NOT NULL,
    ordinal         integer     NOT NULL,
    measurand       text        NOT NULL,
    value           numeric,
    unit            text        NOT NULL,
    phase           text,
    location        text,
    context         text,
    -- Values that are signed or no number are kept as text, with OCPP's format of it.
    raw             text,
    format          text,
    -- Values are deleted by this time, because their other times are the charger's and may be years off, even the one in
    -- their event's id.
    stored_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organisation_id, charge_box_id, transaction_id, sampled_at, event_id, ordinal),
    CONSTRAINT number_or_raw CHECK ((value IS NULL) = (raw IS NOT NULL) AND (raw IS NULL) = (format IS NULL))
);

CREATE INDEX meter_values_by_storing ON meter_values (stored_at);

-- Commands

-- Numbers of commands, which stations of OCPP 2 repeat in what they say because of them.
CREATE SEQUENCE command_numbers AS integer MINVALUE 1 CYCLE;

-- Commands for chargers and what became of them. Payloads are not kept: nothing is ever sent again, and they may hold
-- passwords and tags. Answers are JSON as text, because jsonb takes less than JSON does.
CREATE TABLE commands (
    id                uuid PRIMARY KEY,
    organisation_id   text        NOT NULL,
    mode              text        NOT NULL CHECK (mode IN ('live', 'test')),
    charge_box_id     text        NOT NULL COLLATE "C",
    action            text        NOT NULL,
    status            text        NOT NULL
        CHECK (status IN ('queued', 'sent', 'accepted', 'rejected', 'failed', 'timed_out')),
    -- Whether the charger itself answered.
    answered          boolean     NOT NULL DEFAULT false,
    response          text,
    error             text,
    created_at        timestamptz NOT NULL,
    sent_at           timestamptz,
    completed_at      timestamptz,
    expires_at        timestamptz NOT NULL,
    -- What a StartTransaction is recognised by that a RemoteStartTransaction caused: OCPP 1.6 gives it no id of its own.
    id_tag            text,
    connector_id      integer,
    transaction_id    integer,
    -- From command_numbers.
    number            integer,
    -- Whether the station is to report something later, in parts.
    reports           boolean     NOT NULL DEFAULT false,
    station_response  text,
    -- Of the password that the command sets, until the station has taken it.
    password_hash     text,
    -- How many parts the report has, and how many characters, so that its limit costs the same for each part.
    report_parts      integer     NOT NULL DEFAULT 0,
    report_characters bigint      NOT NULL DEFAULT 0
);

CREATE INDEX commands_open ON commands (expires_at) WHERE status IN ('queued', 'sent');
CREATE INDEX commands_by_age ON commands (created_at);
CREATE INDEX commands_of_charger ON commands (organisation_id, mode, charge_box_id, created_at DESC, id DESC);
CREATE INDEX commands_by_number ON commands (organisation_id, charge_box_id, number) WHERE number IS NOT NULL;
-- OCPP compares tags without case, so a charger may report the tag of a remote start in another case.
CREATE INDEX commands_remote_starts ON commands (organisation_id, charge_box_id, lower(id_tag), created_at)
    WHERE id_tag IS NOT NULL;
-- A new password, or the deletion of a charger, takes passwords from its commands, of which few have one.
CREATE INDEX commands_with_password ON commands (organisation_id, charge_box_id) WHERE password_hash IS NOT NULL;

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

CREATE FUNCTION announce_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('command_ended', NEW.id::text);
    RETURN NULL;
END
$$;

CREATE TRIGGER command_announced AFTER UPDATE OF status ON commands
    FOR EACH ROW WHEN (NEW.status NOT IN ('queued', 'sent')) EXECUTE FUNCTION announce_command();

-- Links each start to its command (ADR 19). A station repeats the number of the command that began a transaction; a charger
-- of OCPP 1.6 repeats tag and connector, and its start gets the oldest command that may have caused it and has no
-- transaction yet. One after the other, because two starts of a batch may be of two commands that are alike. A start that is
-- linked already, because it is read again, is passed over. A command is linked before it is known to be accepted if its
-- charger was faster than its answer. A command lives 5 minutes at most, and starts count until 10 minutes after its end.
-- Older commands with the same tag, of which there may be very many, are not read.
CREATE FUNCTION link_remote_starts(starts jsonb) RETURNS void LANGUAGE plpgsql AS $$
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

-- Webhooks and deliveries

CREATE TABLE webhooks (
    id                  uuid PRIMARY KEY,
    organisation_id     text        NOT NULL REFERENCES organisations (id),
    mode                text        NOT NULL CHECK (mode IN ('live', 'test')),
    url                 text        NOT NULL CHECK (char_length(url) <= 2048),
    events              text[]      NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 7),
    active              boolean     NOT NULL,
    secret              text,
    created_at          timestamptz NOT NULL,
    -- The secret before the last rotation signs beside the present one until then.
    former_secret       text,
    former_secret_until timestamptz,
    CONSTRAINT former_secret_ends CHECK ((former_secret IS NULL) = (former_secret_until IS NULL))
);

CREATE INDEX webhooks_of_organisation ON webhooks (organisation_id, mode, id);

-- Each delivery from its claim on; outcome is null while it is under way. One partition for each UTC day of the claim.
CREATE TABLE webhook_deliveries (
    id              uuid        NOT NULL,
    claimed_at      timestamptz NOT NULL,
    organisation_id text        NOT NULL,
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    webhook_id      text        NOT NULL,
    event_id        uuid        NOT NULL,
    event           text        NOT NULL,
    outcome         text,
    response_status integer,
    attempted_at    timestamptz,
    duration_ms     bigint,
    -- What was sent and answered, as the dispatcher tells it. Null where nothing was attempted.
    attempt         jsonb,
    PRIMARY KEY (id, claimed_at)
) PARTITION BY RANGE (claimed_at);

CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_id, claimed_at DESC, id DESC);

CREATE FUNCTION has_webhook_deliveries_partition(name text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    -- Not to_regclass(), which may remember from before a lock was had that there was none.
    SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class partition ON partition.oid = inhrelid
        WHERE inhparent = 'webhook_deliveries'::regclass AND partition.relname = name)
$$;

-- Attaching a table locks out nobody, as CREATE TABLE ... PARTITION OF would. The lock is for others that make the same.
-- Each day has room for the outcomes; the table of all days has no pages to leave room on.
CREATE FUNCTION make_webhook_deliveries_partition(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text := 'webhook_deliveries_' || to_char(day, 'YYYYMMDD');
BEGIN
    IF has_webhook_deliveries_partition(name) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('webhook_deliveries'));
    IF NOT has_webhook_deliveries_partition(name) THEN
        EXECUTE format('CREATE TABLE %I (LIKE webhook_deliveries INCLUDING ALL) WITH (fillfactor = 80)', name);
        EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
            day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
    END IF;
END
$$;

CREATE FUNCTION drop_webhook_deliveries_partitions(before date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('webhook_deliveries'));
    FOR name IN
        SELECT partition.relname FROM pg_inherits JOIN pg_class partition ON partition.oid = inhrelid
        WHERE inhparent = 'webhook_deliveries'::regclass
            AND partition.relname < 'webhook_deliveries_' || to_char(before, 'YYYYMMDD')
    LOOP
        EXECUTE format('DROP TABLE %I', name);
    END LOOP;
END
$$;

-- The ledger of each webhook: for each UTC day of the claims how many there were (state 'claimed') and how many of them
-- ended in which outcome. Kept by triggers, in the transaction that changes a delivery: whoever writes deliveries, and
-- however often, a delivery counts once.
CREATE TABLE webhook_delivery_counts (
    webhook_id text   NOT NULL,
    day        date   NOT NULL,
    state      text   NOT NULL,
    deliveries bigint NOT NULL,
    PRIMARY KEY (webhook_id, day, state)
) WITH (fillfactor = 50);

-- For the deletion of old counts. A count keeps its day, so counting does not change this index.
CREATE INDEX webhook_delivery_counts_by_age ON webhook_delivery_counts (day);

CREATE FUNCTION count_claimed_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_delivery_counts AS known (webhook_id, day, state, deliveries)
        SELECT webhook_id, (claimed_at AT TIME ZONE 'UTC')::date, counted.state, count(*)
        FROM written, LATERAL (VALUES ('claimed'), (outcome)) AS counted (state)
        WHERE counted.state IS NOT NULL
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (webhook_id, day, state) DO UPDATE SET deliveries = known.deliveries + EXCLUDED.deliveries;
    RETURN NULL;
END
$$;

CREATE FUNCTION count_ended_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO webhook_delivery_counts AS known (webhook_id, day, state, deliveries)
        SELECT written.webhook_id, (written.claimed_at AT TIME ZONE 'UTC')::date, written.outcome, count(*)
        FROM written JOIN former USING (id, claimed_at)
        WHERE former.outcome IS NULL AND written.outcome IS NOT NULL
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (webhook_id, day, state) DO UPDATE SET deliveries = known.deliveries + EXCLUDED.deliveries;
    RETURN NULL;
END
$$;

CREATE TRIGGER webhook_deliveries_claimed AFTER INSERT ON webhook_deliveries
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_claimed_deliveries();

CREATE TRIGGER webhook_deliveries_ended AFTER UPDATE ON webhook_deliveries
    REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_ended_deliveries();

-- Event streams

-- An organisation's places for event streams, over all replicas: a row for each that is taken. Places of a replica that
-- gives no sign of life any more are free.
CREATE TABLE stream_replicas (
    id          uuid        PRIMARY KEY,
    beaten_at   timestamptz NOT NULL,
    alive_until timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE stream_places (
    organisation_id text        NOT NULL,
    kind            text        NOT NULL,
    place           integer     NOT NULL,
    stream          uuid        NOT NULL,
    replica         uuid        NOT NULL,
    taken_at        timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, kind, place)
);
CREATE INDEX stream_places_of_replicas ON stream_places (replica, stream);

-- In which stretches of the event topics' partitions each organisation has events, so that a stream that comes back reads
-- little else. Stretches have the same number of offsets each (EventTrails).
CREATE TABLE event_trails (
    organisation_id text    NOT NULL,
    topic           text    NOT NULL,
    partition       integer NOT NULL,
    stretch         bigint  NOT NULL,
    PRIMARY KEY (organisation_id, topic, partition, stretch)
);
-- For deleting what the topics no longer keep.
CREATE INDEX event_trails_by_age ON event_trails (topic, partition, stretch);

-- From which offset to which all events have been noted.
CREATE TABLE event_trail_ranges (
    topic     text    NOT NULL,
    partition integer NOT NULL,
    begins    bigint  NOT NULL,
    ends      bigint  NOT NULL,
    PRIMARY KEY (topic, partition)
) WITH (fillfactor = 50);

-- The outbox

-- Keys of compacted topics whose published value may be behind the tables. The relay publishes what the tables say when
-- it comes to the row, so that rows carry no values and their order among each other does not matter.
CREATE TABLE outbox (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic text NOT NULL,
    key   text NOT NULL
);

CREATE FUNCTION announce_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('outbox', '');
    RETURN NULL;
END
$$;

CREATE TRIGGER outbox_announced AFTER INSERT ON outbox
    FOR EACH STATEMENT EXECUTE FUNCTION announce_outbox();

-- Changes of lists

-- Lists that no event tells of announce their changes (ADR 90). The argument is the list's name. A statement that changed rows
-- of many organisations announces 100 in a message.
CREATE FUNCTION announce_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('list_changes', json_build_object('list', TG_ARGV[0], 'organisationIds', json_agg(id))::text)
    FROM (SELECT id, (row_number() OVER () - 1) / 100 AS message
          FROM (SELECT DISTINCT organisation_id AS id FROM changed) AS organisations) AS numbered
    GROUP BY message;
    RETURN NULL;
END
$$;

DO $$
DECLARE
    announced record;
BEGIN
    FOR announced IN
        SELECT relation, list, happening, rows
        FROM (VALUES ('api_keys', 'keys'), ('chargers', 'chargers'), ('webhooks', 'webhooks'),
                ('webhook_deliveries', 'deliveries'), ('daily_usage', 'usage')) AS lists (relation, list),
            (VALUES ('INSERT', 'NEW'), ('UPDATE', 'NEW'), ('DELETE', 'OLD')) AS happenings (happening, rows)
    LOOP
        EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION announce_list_change(%L)',
            'announce_' || lower(announced.happening), announced.happening, announced.relation, announced.rows,
            announced.list);
    END LOOP;
END
$$;

CREATE FUNCTION announce_organisation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('list_changes',
        json_build_object('list', 'organisation', 'organisationIds', json_build_array(NEW.id))::text);
    RETURN NULL;
END
$$;

-- Operators see a new organisation at once, as they see a changed one.
CREATE TRIGGER announce_insert AFTER INSERT ON organisations
    FOR EACH ROW EXECUTE FUNCTION announce_organisation();

CREATE TRIGGER announce_update AFTER UPDATE ON organisations
    FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION announce_organisation();

-- Commands announce their changes, too (ADR 90). A trigger for each row, because most of a command's updates change nothing
-- that lists show, such as those for each part of a report. Commands that are deleted by their age are not announced.
CREATE FUNCTION announce_command_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('list_changes', json_build_object('list', 'commands', 'organisationIds',
        json_build_array(CASE TG_OP WHEN 'DELETE' THEN OLD.organisation_id ELSE NEW.organisation_id END))::text);
    RETURN NULL;
END
$$;

CREATE TRIGGER announce_insert AFTER INSERT ON commands FOR EACH ROW EXECUTE FUNCTION announce_command_change();

CREATE TRIGGER announce_update AFTER UPDATE ON commands
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.transaction_id IS DISTINCT FROM NEW.transaction_id)
    EXECUTE FUNCTION announce_command_change();

CREATE TRIGGER announce_withdrawal AFTER DELETE ON commands
    FOR EACH ROW WHEN (OLD.status = 'queued') EXECUTE FUNCTION announce_command_change();
