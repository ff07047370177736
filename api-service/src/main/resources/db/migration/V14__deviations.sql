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
