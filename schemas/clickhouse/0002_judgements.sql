-- What was found: a compact record for each observation, and every version of the verdict on each anomaly.

-- Reasons are indices into NOT_JUDGED_REASONS of schemas/judgement.ts.
-- rank: of two judgements of one observation the one with the higher rank counts (clickhouse/ranks.ts).
CREATE TABLE IF NOT EXISTS judgements
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    configuration LowCardinality(String),
    temp_out_flag UInt8,
    temp_out_reason UInt8,
    temp_out_score Nullable(Float64) CODEC(ZSTD(1)),
    out_hum_flag UInt8,
    out_hum_reason UInt8,
    out_hum_score Nullable(Float64) CODEC(ZSTD(1)),
    wind_speed_flag UInt8,
    wind_speed_reason UInt8,
    wind_speed_score Nullable(Float64) CODEC(ZSTD(1)),
    bar_flag UInt8,
    bar_reason UInt8,
    bar_score Nullable(Float64) CODEC(ZSTD(1)),
    rain_flag UInt8,
    rain_reason UInt8,
    rain_score Nullable(Float64) CODEC(ZSTD(1)),
    judged DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    rank UInt64 CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(rank)
PARTITION BY (network, toYYYYMM(time))
ORDER BY (network, station, slot, time);

-- All versions are kept; of the same version stored twice the one with the higher rank.
CREATE TABLE IF NOT EXISTS anomalies
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    variable LowCardinality(String),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    id String CODEC(ZSTD(1)),
    version String CODEC(ZSTD(1)),
    time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    station_name String CODEC(ZSTD(1)),
    actual Float64,
    expected Float64,
    deviation Float64,
    temporal_method LowCardinality(String),
    check LowCardinality(String),
    score Float64,
    scale Float64,
    threshold Float64,
    classification LowCardinality(String),
    reason String CODEC(ZSTD(1)),
    spatial_enabled Bool,
    spatial_method LowCardinality(String),
    spatial_correlation Float64,
    spatial_neighbors_checked UInt32,
    spatial_neighbors Array(String) CODEC(ZSTD(1)),
    evidence String CODEC(ZSTD(1)),
    baseline Nullable(String) CODEC(ZSTD(1)),
    configuration LowCardinality(String),
    state LowCardinality(String),
    final Bool,
    judged DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    rank UInt64 CODEC(ZSTD(1)),
    INDEX anomaly_id id TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = ReplacingMergeTree(rank)
PARTITION BY (network, toYYYYMM(time))
ORDER BY (network, station, variable, slot, id, version);
