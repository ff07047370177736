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

CREATE INDEX refused_handshakes_listed ON refused_handshakes (organisation_id, refused_at DESC, id DESC);
CREATE INDEX refused_handshakes_of_charger
    ON refused_handshakes (organisation_id, charge_box_id, refused_at DESC, id DESC);
CREATE INDEX refused_handshakes_by_age ON refused_handshakes (refused_at);
