-- As before, but drops only days that are over by the database's clock, too. The caller's clock may be wrong, and the
-- records of a day without partition cannot be stored. 9 days: the retention of 7, and 2 to spare.
CREATE OR REPLACE FUNCTION drop_webhook_deliveries_partitions(before date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first date := least(before, (now() AT TIME ZONE 'UTC')::date - 9);
    name text;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('webhook_deliveries'));
    FOR name IN
        SELECT partition.relname FROM pg_inherits JOIN pg_class partition ON partition.oid = inhrelid
        WHERE inhparent = 'webhook_deliveries'::regclass
            AND partition.relname < 'webhook_deliveries_' || to_char(first, 'YYYYMMDD')
    LOOP
        EXECUTE format('DROP TABLE %I', name);
    END LOOP;
END
$$;
