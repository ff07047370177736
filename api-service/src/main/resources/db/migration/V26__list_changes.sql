-- Lists that no event tells of announce their changes (ADR 90). The argument is the list's name. A statement that changed rows
-- of many organisations announces 100 in a message.
CREATE FUNCTION announce_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('list_changes', json_build_object('list', TG_ARGV[0], 'organisationIds', json_agg(id))::text)
    FROM (SELECT id, (row_number() OVER () - 1) / 100 AS message
          FROM (SELECT DISTINCT organisation_id AS id FROM changed) AS organisations) AS numbered
    GROUP BY message;
    RETURN NULL;
END
$$;

DO $$
DECLARE
    announced record;
BEGIN
    FOR announced IN
        SELECT relation, list, happening, rows
        FROM (VALUES ('api_keys', 'keys'), ('chargers', 'chargers'), ('webhooks', 'webhooks'),
                ('webhook_deliveries', 'deliveries'), ('daily_usage', 'usage')) AS lists (relation, list),
            (VALUES ('INSERT', 'NEW'), ('UPDATE', 'NEW'), ('DELETE', 'OLD')) AS happenings (happening, rows)
    LOOP
        EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION announce_list_change(%L)',
            'announce_' || lower(announced.happening), announced.happening, announced.relation, announced.rows,
            announced.list);
    END LOOP;
END
$$;

CREATE FUNCTION announce_organisation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('list_changes',
        json_build_object('list', 'organisation', 'organisationIds', json_build_array(NEW.id))::text);
    RETURN NULL;
END
$$;

CREATE TRIGGER announce_update AFTER UPDATE ON organisations
    FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION announce_organisation();
