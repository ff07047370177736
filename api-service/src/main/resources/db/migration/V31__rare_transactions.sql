-- Lists of the few transactions that are running or orphaned, without reading all others.
CREATE INDEX transactions_active ON transactions (organisation_id, mode, listed_at DESC, id DESC)
    WHERE status = 'active';
CREATE INDEX transactions_without_start ON transactions (organisation_id, mode, listed_at DESC, id DESC)
    WHERE status = 'orphaned';
