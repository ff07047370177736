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
);

CREATE TABLE connector_states (
    organisation_id   text        NOT NULL,
    charge_box_id     text        NOT NULL COLLATE "C",
    connector_id      integer     NOT NULL,
    connection_id     uuid        NOT NULL,
    sequence          bigint      NOT NULL,
    status            text        NOT NULL,
    error_code        text        NOT NULL,
    updated_at        timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, charge_box_id, connector_id)
);

CREATE TABLE transactions (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    organisation_id text        NOT NULL,
    charge_box_id   text        NOT NULL COLLATE "C",
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    transaction_id  integer     NOT NULL,
    status          text        NOT NULL CHECK (status IN ('active', 'completed', 'orphaned')),
    connector_id    integer,
    id_tag          text,
    meter_start     bigint,
    meter_stop      bigint,
    energy_wh       bigint,
    started_at      timestamptz,
    stopped_at      timestamptz,
    reason          text,
    -- The newest reading of the running transaction, in Wh.
    meter_latest    bigint,
    metered_at      timestamptz,
    -- Where it stands in lists: its start, or its stop where no start is known.
    listed_at       timestamptz NOT NULL
);

CREATE UNIQUE INDEX transactions_known ON transactions (organisation_id, charge_box_id, transaction_id)
    WHERE status <> 'orphaned';

-- A charger's own invention of an id may come again with another stop.
CREATE UNIQUE INDEX transactions_orphaned ON transactions (organisation_id, charge_box_id, transaction_id, stopped_at)
    WHERE status = 'orphaned';

CREATE INDEX transactions_by_id ON transactions (organisation_id, transaction_id);
CREATE INDEX transactions_listed ON transactions (organisation_id, mode, listed_at DESC, id DESC);
CREATE INDEX transactions_of_charger ON transactions (organisation_id, mode, charge_box_id, listed_at DESC, id DESC);
