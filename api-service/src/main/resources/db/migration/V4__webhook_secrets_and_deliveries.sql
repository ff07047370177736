-- The secret before the last rotation signs beside the present one until then.
ALTER TABLE webhooks
    ADD COLUMN former_secret       text,
    ADD COLUMN former_secret_until timestamptz,
    ADD CONSTRAINT former_secret_ends CHECK ((former_secret IS NULL) = (former_secret_until IS NULL));

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
    PRIMARY KEY (id, claimed_at)
) PARTITION BY RANGE (claimed_at);

CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (webhook_id, claimed_at DESC, id DESC);

CREATE FUNCTION has_webhook_deliveries_partition(name text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
    -- Not to_regclass(), which may remember from before a lock was had that there was none.
    SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class partition ON partition.oid = inhrelid
        WHERE inhparent = 'webhook_deliveries'::regclass AND partition.relname = name)
$$;

-- Attaching a table locks out nobody, as CREATE TABLE ... PARTITION OF would. The lock is for others that make the same.
CREATE FUNCTION make_webhook_deliveries_partition(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text := 'webhook_deliveries_' || to_char(day, 'YYYYMMDD');
BEGIN
    IF has_webhook_deliveries_partition(name) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('webhook_deliveries'));
    IF NOT has_webhook_deliveries_partition(name) THEN
        EXECUTE format('CREATE TABLE %I (LIKE webhook_deliveries INCLUDING ALL)', name);
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
