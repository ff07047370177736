-- For the deletion of idle sessions. A replica records a session's use at most once a minute, so it can afford to change
-- this index as well.
CREATE INDEX portal_sessions_by_use ON portal_sessions (used_at);
