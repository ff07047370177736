-- Values that are signed or no number are kept as text, with OCPP's format of it.
ALTER TABLE meter_values
    ALTER COLUMN value DROP NOT NULL,
    ADD COLUMN raw    text,
    ADD COLUMN format text,
    ADD CONSTRAINT number_or_raw CHECK ((value IS NULL) = (raw IS NOT NULL) AND (raw IS NULL) = (format IS NULL));
