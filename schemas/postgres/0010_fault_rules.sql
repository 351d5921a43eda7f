-- What people say of a fault of a sensor: that it is none, from when to when it is one, or that there is one.

ALTER TABLE expert_rules DROP CONSTRAINT IF EXISTS expert_rules_kind_check;
ALTER TABLE expert_rules ADD CONSTRAINT expert_rules_kind_check
    CHECK (kind IN ('override', 'maintenance', 'bar', 'threshold', 'limits', 'fault'));
-- The fault as it is to be shown, as JSON (schemas/fault.ts); null of other kinds.
ALTER TABLE expert_rules ADD COLUMN IF NOT EXISTS fault text;
