CREATE INDEX meter_values_by_storing ON meter_values (stored_at);
DROP INDEX meter_values_by_event;
