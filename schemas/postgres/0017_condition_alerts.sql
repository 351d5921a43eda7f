-- Alerts of conditions of stations: silence, outages, poor health (services/alerts/conditions).

-- All stations that an alert is of; null of those that opened before, which have one.
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS stations text[];
CREATE INDEX IF NOT EXISTS alerts_by_episode ON alerts (rule, network, episode);

-- When the conditions of a network were last looked at: who comes first looks for all processes.
CREATE TABLE IF NOT EXISTS condition_looks
(
    network text NOT NULL,
    reading text NOT NULL,
    looked timestamptz NOT NULL,
    PRIMARY KEY (network, reading)
);
