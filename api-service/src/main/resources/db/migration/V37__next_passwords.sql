-- A password that a charger has accepted but uses only after a reboot (ADR 119), and the command that set it.
ALTER TABLE chargers
    ADD COLUMN next_password_command uuid,
    ADD COLUMN next_password_hash    text CHECK (char_length(next_password_hash) = 64),
    ADD CHECK ((next_password_command IS NULL) = (next_password_hash IS NULL));

CREATE INDEX chargers_next_password ON chargers (next_password_command) WHERE next_password_command IS NOT NULL;
