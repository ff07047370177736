-- For the deletion of the marks of deleted chargers (ADR 11). Most chargers have none.
CREATE INDEX charger_states_forgotten ON charger_states (forgotten_through)
    WHERE forgotten_through > '00000000-0000-0000-0000-000000000000';
