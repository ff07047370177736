-- For the deletion of what is past its time.
CREATE INDEX daily_usage_by_age ON daily_usage (day);
CREATE INDEX meter_values_by_age ON meter_values (sampled_at);
CREATE INDEX transactions_by_age ON transactions (listed_at);
