-- Commands announce their changes, too (ADR 90). A trigger for each row, because most of a command's updates change nothing
-- that lists show, such as those for each part of a report. Commands that are deleted by their age are not announced.
CREATE FUNCTION announce_command_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('list_changes', json_build_object('list', 'commands', 'organisationIds',
        json_build_array(CASE TG_OP WHEN 'DELETE' THEN OLD.organisation_id ELSE NEW.organisation_id END))::text);
    RETURN NULL;
END
$$;

CREATE TRIGGER announce_insert AFTER INSERT ON commands FOR EACH ROW EXECUTE FUNCTION announce_command_change();

CREATE TRIGGER announce_update AFTER UPDATE ON commands
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.transaction_id IS DISTINCT FROM NEW.transaction_id)
    EXECUTE FUNCTION announce_command_change();

CREATE TRIGGER announce_withdrawal AFTER DELETE ON commands
    FOR EACH ROW WHEN (OLD.status = 'queued') EXECUTE FUNCTION announce_command_change();
