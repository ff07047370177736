-- The ledger of each webhook: for each UTC day of the claims how many there were (state 'claimed') and how many of them
-- ended in which outcome. Kept by triggers, in the transaction that changes a delivery: whoever writes deliveries, and
-- however often, a delivery counts once.
CREATE TABLE webhook_delivery_counts (
    webhook_id text   NOT NULL,
    day        date   NOT NULL,
    state      text   NOT NULL,
    deliveries bigint NOT NULL,
    PRIMARY KEY (webhook_id, day, state)
);

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

-- Nobody writes deliveries between the count of what there is and the triggers.
LOCK TABLE webhook_deliveries IN SHARE ROW EXCLUSIVE MODE;

INSERT INTO webhook_delivery_counts (webhook_id, day, state, deliveries)
    SELECT webhook_id, (claimed_at AT TIME ZONE 'UTC')::date, counted.state, count(*)
    FROM webhook_deliveries, LATERAL (VALUES ('claimed'), (outcome)) AS counted (state)
    WHERE counted.state IS NOT NULL
    GROUP BY 1, 2, 3;

CREATE TRIGGER webhook_deliveries_claimed AFTER INSERT ON webhook_deliveries
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_claimed_deliveries();

CREATE TRIGGER webhook_deliveries_ended AFTER UPDATE ON webhook_deliveries
    REFERENCING OLD TABLE AS former NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION count_ended_deliveries();
