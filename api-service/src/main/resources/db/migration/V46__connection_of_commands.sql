-- The charger's connection that a command was sent to; null for commands of earlier builds. A password counts only for the
-- registration under which that connection was made.
ALTER TABLE commands ADD COLUMN connection_id uuid;
