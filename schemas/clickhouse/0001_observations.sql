-- Stations, observations and how far they have been judged.
-- Every table is partitioned by network first, so that removing a network drops partitions and rewrites nothing.

CREATE TABLE IF NOT EXISTS stations
(
    network LowCardinality(String),
    id String,
    name String,
    latitude Float64,
    longitude Float64,
    elevation Nullable(Float64),
    pressure_level LowCardinality(String),
    retired Bool,
    updated DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(updated)
PARTITION BY network
ORDER BY (network, id);

-- One row for each observation; of two revisions (same time) the one received later counts.
-- A source may report more than once in a slot, so that the time is part of the key.
-- Values in the units of schemas/variables.ts.
CREATE TABLE IF NOT EXISTS observations
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    temp_out Nullable(Float64) CODEC(ZSTD(1)),
    out_hum Nullable(Float64) CODEC(ZSTD(1)),
    wind_speed Nullable(Float64) CODEC(ZSTD(1)),
    bar Nullable(Float64) CODEC(ZSTD(1)),
    rain Nullable(Float64) CODEC(ZSTD(1)),
    extras String CODEC(ZSTD(1)),
    original String CODEC(ZSTD(1)),
    source LowCardinality(String),
    received DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(received)
PARTITION BY (network, toYYYYMM(time))
ORDER BY (network, station, slot, time);

CREATE TABLE IF NOT EXISTS judged_until
(
    network LowCardinality(String),
    slot Int64
)
ENGINE = ReplacingMergeTree(slot)
PARTITION BY network
ORDER BY network;
