-- Alerts of faults of sensors (schemas/fault.ts).

ALTER TABLE alerts
    -- Id of the fault; null of an alert of an episode.
    ADD COLUMN IF NOT EXISTS fault text,
    -- What is said of it, JSON.
    ADD COLUMN IF NOT EXISTS fault_said text,
    -- How often it has been opened: a fault may go on after its end.
    ADD COLUMN IF NOT EXISTS round integer NOT NULL DEFAULT 1;
CREATE UNIQUE INDEX IF NOT EXISTS alerts_of_faults ON alerts (rule, fault) WHERE fault IS NOT NULL;
CREATE INDEX IF NOT EXISTS alerts_by_fault ON alerts (fault) WHERE fault IS NOT NULL;

-- Each opening is told once, and each end.
ALTER TABLE deliveries ADD COLUMN IF NOT EXISTS round integer NOT NULL DEFAULT 1;
ALTER TABLE deliveries DROP CONSTRAINT IF EXISTS deliveries_alert_event_channel_target_key;
CREATE UNIQUE INDEX IF NOT EXISTS deliveries_told_once ON deliveries (alert, round, event, channel, target);
