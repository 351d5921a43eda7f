-- What is known of the faults of days of a network at the end of half a day, for a successor: one row for each, of which those
-- of UTC midnight stay for reports that end on their day. Thirty days from when a row was stored, as of sensor_conditions.
CREATE TABLE IF NOT EXISTS lasting_conditions
(
    network LowCardinality(String),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    content String CODEC(ZSTD(3)),
    stored DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree
PARTITION BY network
ORDER BY (network, slot)
TTL stored + INTERVAL 30 DAY DELETE WHERE slot % 144 != 0
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;
