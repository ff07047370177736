-- People who are signed in to the portal. Of a session's secret only the SHA-256 is kept. The time of use has no index, so
-- that noting it changes no index either.
CREATE TABLE portal_sessions (
    hash            bytea       PRIMARY KEY CHECK (octet_length(hash) = 32),
    subject         text        NOT NULL,
    name            text,
    organisation_id text,
    operator        boolean     NOT NULL,
    created_at      timestamptz NOT NULL,
    used_at         timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX portal_sessions_by_end ON portal_sessions (expires_at);
