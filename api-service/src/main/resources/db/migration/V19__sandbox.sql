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

-- What a scenario shows of its transactions.
ALTER TABLE transactions ADD COLUMN started_event_id uuid, ADD COLUMN stopped_event_id uuid;
