-- A new password, or the deletion of a charger, takes passwords from its commands, of which few have one.
CREATE INDEX commands_with_password ON commands (organisation_id, charge_box_id) WHERE password_hash IS NOT NULL;

-- Batches trim the handshakes of unregistered ids, and lists show those of one mode.
CREATE INDEX refused_handshakes_of_mode ON refused_handshakes (organisation_id, mode, refused_at DESC, id DESC);
-- Last, because it keeps readers out until the migration has ended.
DROP INDEX refused_handshakes_listed;
