-- Commands for chargers and what became of them. Payloads are not kept: nothing is ever sent again, and they may hold
-- passwords and tags. Answers are JSON as text, because jsonb takes less than JSON does.
CREATE TABLE commands (
    id              uuid PRIMARY KEY,
    organisation_id text        NOT NULL,
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    charge_box_id   text        NOT NULL COLLATE "C",
    action          text        NOT NULL,
    status          text        NOT NULL
        CHECK (status IN ('queued', 'sent', 'accepted', 'rejected', 'failed', 'timed_out')),
    -- Whether the charger itself answered.
    answered        boolean     NOT NULL DEFAULT false,
    response        text,
    error           text,
    created_at      timestamptz NOT NULL,
    sent_at         timestamptz,
    completed_at    timestamptz,
    expires_at      timestamptz NOT NULL
);

CREATE INDEX commands_open ON commands (expires_at) WHERE status IN ('queued', 'sent');
CREATE INDEX commands_by_age ON commands (created_at);

CREATE FUNCTION announce_command() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('command_ended', NEW.id::text);
    RETURN NULL;
END
$$;

CREATE TRIGGER command_announced AFTER UPDATE OF status ON commands
    FOR EACH ROW WHEN (NEW.status NOT IN ('queued', 'sent')) EXECUTE FUNCTION announce_command();
