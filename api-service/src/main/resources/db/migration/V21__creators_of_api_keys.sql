-- The user's id at the identity provider. Null for keys that an older release made.
ALTER TABLE api_keys ADD COLUMN created_by text;
