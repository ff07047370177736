-- What became of the POSTs that carried an Idempotency-Key.
CREATE TABLE idempotency_keys (
    organisation_id text        NOT NULL,
    mode            text        NOT NULL CHECK (mode IN ('live', 'test')),
    key             text        NOT NULL COLLATE "C" CHECK (char_length(key) BETWEEN 1 AND 255),
    fingerprint     text        NOT NULL CHECK (char_length(fingerprint) = 64),
    -- Who works on it, and until when nobody else may.
    owner           uuid        NOT NULL,
    leased_until    timestamptz NOT NULL,
    -- Set in the transaction that does the work.
    worked          boolean     NOT NULL DEFAULT false,
    -- The answer, without secrets; null until there is one.
    status          integer,
    headers         jsonb,
    body            text,
    expires_at      timestamptz NOT NULL,
    PRIMARY KEY (organisation_id, mode, key)
);

CREATE INDEX idempotency_keys_expired ON idempotency_keys (expires_at);
