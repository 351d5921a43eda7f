-- Limits of a variable at a station, or in a whole network where the station is ''.

ALTER TABLE expert_rules DROP CONSTRAINT IF EXISTS expert_rules_kind_check;
ALTER TABLE expert_rules ADD CONSTRAINT expert_rules_kind_check
    CHECK (kind IN ('override', 'maintenance', 'bar', 'threshold', 'limits'));
-- Beyond the first two a value fails, beyond the other two it is suspect, unit of the variable; null of other kinds.
ALTER TABLE expert_rules
    ADD COLUMN IF NOT EXISTS fail_low double precision,
    ADD COLUMN IF NOT EXISTS fail_high double precision,
    ADD COLUMN IF NOT EXISTS suspect_low double precision,
    ADD COLUMN IF NOT EXISTS suspect_high double precision;
