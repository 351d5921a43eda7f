-- Faults by which a sensor came to its neighbours, as by an adjustment: what it should read is not known then.
ALTER TABLE faults ADD COLUMN IF NOT EXISTS adjusted Bool DEFAULT false AFTER ceiling;
