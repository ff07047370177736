-- What was sent and answered, as the dispatcher tells it. Null where nothing was attempted.
ALTER TABLE webhook_deliveries ADD COLUMN attempt jsonb;
