-- Who looks after a fault of a sensor, and until when nobody wants to be reminded of it (services/duty). One row for each
-- fault that somebody has done something about; the audit log has what was before.

CREATE TABLE IF NOT EXISTS fault_cares
(
    fault text PRIMARY KEY,
    network text NOT NULL,
    -- Grows with each change: who changes it says which one they saw.
    version integer NOT NULL,
    assignee text,
    snoozed_until timestamptz,
    changed timestamptz NOT NULL,
    changed_by text NOT NULL
);
CREATE INDEX IF NOT EXISTS fault_cares_by_change ON fault_cares (network, changed DESC);

-- When an alert was opened again, its fault going on after its end.
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS reopened timestamptz;
