-- Keys from before anybody was noted.
UPDATE api_keys SET created_by = 'unknown' WHERE created_by IS NULL;
ALTER TABLE api_keys ALTER COLUMN created_by SET NOT NULL;
