-- What is usual for a station on a UTC day, and what could not be read.

-- day: days since 1970-01-01. The record stored last counts.
CREATE TABLE IF NOT EXISTS baselines
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    day Int32 CODEC(DoubleDelta, ZSTD(1)),
    version String CODEC(ZSTD(1)),
    days UInt16,
    temp_out_step_spread Nullable(Float64) CODEC(ZSTD(1)),
    out_hum_step_spread Nullable(Float64) CODEC(ZSTD(1)),
    wind_speed_step_spread Nullable(Float64) CODEC(ZSTD(1)),
    bar_step_spread Nullable(Float64) CODEC(ZSTD(1)),
    rain_step_spread Nullable(Float64) CODEC(ZSTD(1)),
    temp_out_own_day Nullable(Float64) CODEC(ZSTD(1)),
    out_hum_own_day Nullable(Float64) CODEC(ZSTD(1)),
    wind_speed_own_day Nullable(Float64) CODEC(ZSTD(1)),
    bar_own_day Nullable(Float64) CODEC(ZSTD(1)),
    rain_own_day Nullable(Float64) CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY (network, intDiv(day, 30))
ORDER BY (network, station, day);

-- rank: a letter that was replayed counts before the same letter that was not (clickhouse/ranks.ts).
CREATE TABLE IF NOT EXISTS dead_letters
(
    id String,
    network LowCardinality(String),
    source String,
    reason LowCardinality(String),
    detail String CODEC(ZSTD(1)),
    body String CODEC(ZSTD(1)),
    media_type LowCardinality(String),
    context String CODEC(ZSTD(1)),
    received DateTime64(3, 'UTC'),
    replayed Nullable(DateTime64(3, 'UTC')),
    rank UInt64
)
ENGINE = ReplacingMergeTree(rank)
PARTITION BY network
ORDER BY id;
