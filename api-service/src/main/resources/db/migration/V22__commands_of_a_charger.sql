-- A charger's commands, newest first.
CREATE INDEX commands_of_charger ON commands (organisation_id, mode, charge_box_id, created_at DESC, id DESC);
