-- The counts of UTC days, as quota-service tells them; kept longer than its topic keeps them.
CREATE TABLE daily_usage (
    organisation_id text   NOT NULL,
    day             date   NOT NULL,
    used            bigint NOT NULL,
    PRIMARY KEY (organisation_id, day)
);

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
    value           numeric     NOT NULL,
    unit            text        NOT NULL,
    phase           text,
    location        text,
    context         text,
    PRIMARY KEY (organisation_id, charge_box_id, transaction_id, sampled_at, event_id, ordinal)
);
