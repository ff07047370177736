-- Values are deleted by the age of their event, because their own time is the charger's and may be years off.
CREATE INDEX meter_values_by_event ON meter_values (event_id);
DROP INDEX meter_values_by_age;
