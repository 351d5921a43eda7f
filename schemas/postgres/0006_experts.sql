-- What people rule: overrides, maintenance windows, bars from vouching, thresholds (schemas/expert-rule.ts). Rows are
-- never deleted, only ended.

CREATE TABLE IF NOT EXISTS expert_rules
(
    id text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('override', 'maintenance', 'bar', 'threshold')),
    -- Of what there is one rule at a time: the anomaly, or the station's variable; of windows each its own id.
    subject text NOT NULL,
    network text NOT NULL,
    station text NOT NULL,
    -- With a comma between them.
    variables text NOT NULL,
    anomaly text,
    classification text CHECK (classification IN ('weather_event', 'device_failure', 'suspected', 'normal')),
    method text,
    threshold double precision,
    floor double precision,
    -- Observations that it speaks of, and slots that are judged by it; without end where null.
    begins timestamptz NOT NULL,
    ends timestamptz,
    first_slot bigint NOT NULL,
    last_slot bigint,
    reason text NOT NULL,
    entered_by text NOT NULL,
    entered timestamptz NOT NULL,
    ended_by text,
    ended timestamptz,
    -- True once the log has it as it is here.
    published boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX IF NOT EXISTS expert_rules_in_force ON expert_rules (kind, subject) WHERE ended IS NULL;
CREATE INDEX IF NOT EXISTS expert_rules_of_stations ON expert_rules (network, station, kind);
CREATE INDEX IF NOT EXISTS expert_rules_to_publish ON expert_rules (id) WHERE NOT published;
