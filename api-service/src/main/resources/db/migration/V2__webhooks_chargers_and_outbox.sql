CREATE TABLE webhooks (
    id              uuid PRIMARY KEY,
    organisation_id text        NOT NULL REFERENCES organisations (id),
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    url             text        NOT NULL CHECK (char_length(url) <= 2048),
    events          text[]      NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 7),
    active          boolean     NOT NULL,
    secret          text,
    created_at      timestamptz NOT NULL
);

CREATE INDEX webhooks_of_organisation ON webhooks (organisation_id, mode, id);

-- Ids of chargers sort byte by byte, so that pages do not depend on the server's locale.
CREATE TABLE chargers (
    organisation_id text        NOT NULL REFERENCES organisations (id),
    charge_box_id   text        NOT NULL COLLATE "C",
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    name            text        CHECK (char_length(name) BETWEEN 1 AND 100),
    password_hash   text        NOT NULL CHECK (char_length(password_hash) = 64),
    created_at      timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, charge_box_id)
);

CREATE INDEX chargers_of_mode ON chargers (organisation_id, mode, charge_box_id);

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
