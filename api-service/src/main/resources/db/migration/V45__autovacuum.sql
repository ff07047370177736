-- By default PostgreSQL vacuums a table when a fifth of it is dead. These tables keep rows for long and lose the oldest
-- ones, so that would be once in months for the largest, and until then each deletion walks over the index entries of all
-- rows deleted before. The thresholds spare small tables.
ALTER TABLE meter_values SET (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_threshold = 50000,
    autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE event_trails SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE transactions SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
ALTER TABLE daily_usage SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
ALTER TABLE commands SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
