-- For the deletion of idle sessions. A replica records a session's use at most once a minute, so it can afford to change
-- this index as well.
CREATE INDEX portal_sessions_by_use ON portal_sessions (used_at);

-- For the deletion of old counts. A count keeps its day, so counting does not change this index.
CREATE INDEX webhook_delivery_counts_by_age ON webhook_delivery_counts (day);
