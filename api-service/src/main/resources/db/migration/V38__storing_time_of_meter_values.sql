-- Values are deleted by the time when they were stored, because their other times are the charger's and may be years
-- off, even the one in their event's id. Older rows get the time of this migration, which rewrites no row. The index is
-- built by the next one, so that values can be read meanwhile.
ALTER TABLE meter_values ADD COLUMN stored_at timestamptz NOT NULL DEFAULT now();
