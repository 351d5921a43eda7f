-- Partitions by month, or none, whatever the network: an insert makes one part for each month that it holds, however many
-- networks report. The network comes first in every order. Removing a network marks its rows; old months are dropped.
-- A table <name>_moved takes the place of <name> with all that is stored there, while others read and write it
-- (clickhouse/moved-tables.ts). Its comment tells the two apart. What is not said here is as in the old table.

CREATE TABLE IF NOT EXISTS stations_moved AS stations
ENGINE = ReplacingMergeTree(updated)
PARTITION BY tuple()
ORDER BY (network, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS judged_until_moved AS judged_until
ENGINE = ReplacingMergeTree(slot)
PARTITION BY tuple()
ORDER BY network
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS rules_moved AS rules
ENGINE = ReplacingMergeTree(rank)
PARTITION BY tuple()
ORDER BY (network, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS dead_letters_moved AS dead_letters
ENGINE = ReplacingMergeTree(rank)
PARTITION BY tuple()
ORDER BY id
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- The row stored last counts, as it did: with an older version writing while rows are moved, the order in which they come says
-- nothing of that.
CREATE TABLE IF NOT EXISTS sensor_conditions_moved AS sensor_conditions
ENGINE = ReplacingMergeTree(stored)
PARTITION BY tuple()
ORDER BY (network, slot, station, variable)
TTL stored + INTERVAL 30 DAY DELETE WHERE slot % 144 != 0
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS lasting_conditions_moved AS lasting_conditions
ENGINE = ReplacingMergeTree(stored)
PARTITION BY tuple()
ORDER BY (network, slot)
TTL stored + INTERVAL 30 DAY DELETE WHERE slot % 144 != 0
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS weather_events_moved AS weather_events
ENGINE = ReplacingMergeTree(judged)
PARTITION BY toYYYYMM(start)
ORDER BY (network, start, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS faults_moved AS faults
ENGINE = ReplacingMergeTree(rank)
PARTITION BY toYYYYMM(named)
ORDER BY (network, station, variable, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- What was stored before this step has the time 0, so that whatever is stored from now on counts before it.
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS stored DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC') CODEC(DoubleDelta, ZSTD(1));

CREATE TABLE IF NOT EXISTS baselines_moved AS baselines
ENGINE = ReplacingMergeTree(stored)
PARTITION BY intDiv(day, 30)
ORDER BY (network, station, day)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

ALTER TABLE baselines_moved MODIFY COLUMN stored DEFAULT now64(3);

CREATE TABLE IF NOT EXISTS fault_values_moved AS fault_values
ENGINE = ReplacingMergeTree(rank)
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, slot, time, variable, fault_id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS anomalies_moved AS anomalies
ENGINE = ReplacingMergeTree(rank)
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, variable, slot, id, version)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS judgements_moved AS judgements
ENGINE = ReplacingMergeTree(rank)
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, slot, time)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

CREATE TABLE IF NOT EXISTS observations_moved AS observations
ENGINE = ReplacingMergeTree(received)
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, slot, time)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';
