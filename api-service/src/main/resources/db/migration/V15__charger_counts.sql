-- How many chargers an organisation has in each mode, so that the tier's limit costs the same whatever their number. Kept
-- by triggers, so that an older release that still runs beside this one counts, too.
LOCK TABLE chargers IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE charger_counts (
    organisation_id text   NOT NULL,
    mode            text   NOT NULL,
    chargers        bigint NOT NULL CHECK (chargers >= 0),
    PRIMARY KEY (organisation_id, mode)
) WITH (fillfactor = 50);

INSERT INTO charger_counts SELECT organisation_id, mode, count(*) FROM chargers GROUP BY organisation_id, mode;

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
