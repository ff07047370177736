-- Batches trim the handshakes of unregistered ids, and lists show those of one mode.
CREATE INDEX refused_handshakes_of_mode ON refused_handshakes (organisation_id, mode, refused_at DESC, id DESC);
DROP INDEX refused_handshakes_listed;
