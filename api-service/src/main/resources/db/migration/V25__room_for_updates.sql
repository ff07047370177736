-- Rows that change often find room for their new version on their own page, so that no index is touched.
ALTER TABLE charger_states SET (fillfactor = 50);
ALTER TABLE connector_states SET (fillfactor = 70);
ALTER TABLE transactions SET (fillfactor = 80);
ALTER TABLE webhook_delivery_counts SET (fillfactor = 50);
ALTER TABLE daily_usage SET (fillfactor = 70);

-- Days that are made from now on have room for the outcome, too; the table of all days has no pages to leave room on.
CREATE OR REPLACE FUNCTION make_webhook_deliveries_partition(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text := 'webhook_deliveries_' || to_char(day, 'YYYYMMDD');
BEGIN
    IF has_webhook_deliveries_partition(name) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('webhook_deliveries'));
    IF NOT has_webhook_deliveries_partition(name) THEN
        EXECUTE format('CREATE TABLE %I (LIKE webhook_deliveries INCLUDING ALL) WITH (fillfactor = 80)', name);
        EXECUTE format('ALTER TABLE webhook_deliveries ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
            day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
    END IF;
END
$$;
