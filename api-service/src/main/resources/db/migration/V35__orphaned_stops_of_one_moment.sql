-- A charger that was offline may end two transactions at one time under one invented id. The gateway tells their stops
-- apart by the reading as well. The release before inserts with ON CONFLICT DO NOTHING, which names no index.
CREATE UNIQUE INDEX transactions_orphaned_stops
    ON transactions (organisation_id, charge_box_id, transaction_id, stopped_at, meter_stop) WHERE status = 'orphaned';
DROP INDEX transactions_orphaned;
