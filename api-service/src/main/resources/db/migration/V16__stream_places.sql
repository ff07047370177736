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
