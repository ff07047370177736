CREATE TABLE organisations (
    id         text PRIMARY KEY,
    name       text        NOT NULL,
    tier       text        NOT NULL CHECK (tier IN ('Free', 'Starter', 'Growth', 'Scale')),
    created_at timestamptz NOT NULL
);

CREATE TABLE api_keys (
    id              uuid PRIMARY KEY,
    organisation_id text        NOT NULL REFERENCES organisations (id),
    name            text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    hash            bytea       NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    prefix          text        NOT NULL,
    created_at      timestamptz NOT NULL,
    last_used       timestamptz,
    revoked_at      timestamptz
);

CREATE INDEX api_keys_active ON api_keys (organisation_id, created_at, id) WHERE revoked_at IS NULL;
