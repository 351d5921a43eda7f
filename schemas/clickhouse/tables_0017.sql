-- The tables of a new embedded store as steps 1 to 17 leave them, made at once in a fifth of the time. Later steps follow. The steps say
-- more of each column. A released file is never changed: when there are many later steps, a file of these takes its place.

-- How far a network has been judged.
CREATE TABLE IF NOT EXISTS judged_until
(
    network LowCardinality(String),
    slot Int64
)
ENGINE = ReplacingMergeTree(slot)
PARTITION BY tuple()
ORDER BY network
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- What a successor of the judgement goes on with, sensor by sensor.
CREATE TABLE IF NOT EXISTS sensor_conditions
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    variable LowCardinality(String),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    content String CODEC(ZSTD(1)),
    stored DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree(stored)
PARTITION BY tuple()
ORDER BY (network, slot, station, variable)
TTL stored + toIntervalDay(30) WHERE (slot % 144) != 0
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- The same of the faults of days of a network, at the end of a quarter of a day.
CREATE TABLE IF NOT EXISTS lasting_conditions
(
    network LowCardinality(String),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    content String CODEC(ZSTD(3)),
    stored DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree(stored)
PARTITION BY tuple()
ORDER BY (network, slot)
TTL stored + toIntervalDay(30) WHERE (slot % 144) != 0
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- Of the versions of a fault the one with the highest rank counts (clickhouse/ranks.ts). Its month is that of the report that was named first.
CREATE TABLE IF NOT EXISTS faults
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    variable LowCardinality(String),
    id String CODEC(ZSTD(1)),
    version String CODEC(ZSTD(1)),
    station_name String CODEC(ZSTD(1)),
    kind LowCardinality(String),
    start DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    end Nullable(DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
    named DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    known DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    recovered Nullable(DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
    offset Nullable(Float64) CODEC(ZSTD(1)),
    uncertainty Nullable(Float64) CODEC(ZSTD(1)),
    ratio Nullable(Float64) CODEC(ZSTD(1)),
    minutes Nullable(Float64) CODEC(ZSTD(1)),
    unit LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
    swapped_with LowCardinality(Nullable(String)) CODEC(ZSTD(1)),
    ceiling Nullable(Float64) CODEC(ZSTD(1)),
    adjusted Bool DEFAULT false,
    unknown_since Nullable(DateTime64(3, 'UTC')) CODEC(ZSTD(1)),
    values UInt32,
    state LowCardinality(String),
    certainty LowCardinality(String),
    reason String CODEC(ZSTD(1)),
    neighbors Array(String) CODEC(ZSTD(1)),
    anomaly_ids Array(String) CODEC(ZSTD(1)),
    configuration LowCardinality(String),
    judged DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    rank UInt64 CODEC(ZSTD(1)),
    INDEX fault_id id TYPE bloom_filter(0.001) GRANULARITY 4
)
ENGINE = ReplacingMergeTree(rank)
PARTITION BY toYYYYMM(named)
ORDER BY (network, station, variable, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- The values under a fault.
CREATE TABLE IF NOT EXISTS fault_values
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    variable LowCardinality(String),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    time DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    fault_id String CODEC(ZSTD(1)),
    flag UInt8,
    estimate Nullable(Float64) CODEC(ZSTD(1)),
    uncertainty Nullable(Float64) CODEC(ZSTD(1)),
    rank UInt64 CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree(rank)
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, slot, time, variable, fault_id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- Fronts and storms, of their versions the one that was told last. Stations and changes are JSON, speed in km/h.
CREATE TABLE IF NOT EXISTS weather_events
(
    network LowCardinality(String),
    start DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    id String CODEC(ZSTD(1)),
    version String CODEC(ZSTD(1)),
    kind LowCardinality(String),
    end DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1)),
    stations String CODEC(ZSTD(3)),
    changes String CODEC(ZSTD(1)),
    direction Nullable(Float64) CODEC(ZSTD(1)),
    speed Nullable(Float64) CODEC(ZSTD(1)),
    anomaly_ids Array(String) CODEC(ZSTD(1)),
    state LowCardinality(String),
    reason String CODEC(ZSTD(1)),
    configuration LowCardinality(String),
    judged DateTime64(3, 'UTC') CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(judged)
PARTITION BY toYYYYMM(start)
ORDER BY (network, start, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- A record for each observation. Flags are those of QARTOD, reasons indices into NOT_JUDGED_REASONS of schemas/judgement.ts.
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
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, slot, time)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- Every version of the verdict on each anomaly.
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
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, variable, slot, id, version)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- What is usual for a station on a UTC day: days since 1970-01-01.
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
    rain_own_day Nullable(Float64) CODEC(ZSTD(1)),
    cadence Nullable(UInt16) CODEC(ZSTD(1)),
    temp_out_resolution Nullable(Float64) CODEC(ZSTD(1)),
    out_hum_resolution Nullable(Float64) CODEC(ZSTD(1)),
    wind_speed_resolution Nullable(Float64) CODEC(ZSTD(1)),
    bar_resolution Nullable(Float64) CODEC(ZSTD(1)),
    rain_resolution Nullable(Float64) CODEC(ZSTD(1)),
    temp_out_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1)),
    out_hum_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1)),
    wind_speed_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1)),
    bar_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1)),
    rain_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1)),
    stored DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(DoubleDelta, ZSTD(1))
)
ENGINE = ReplacingMergeTree(stored)
PARTITION BY intDiv(day, 30)
ORDER BY (network, station, day)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- What could not be read.
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
PARTITION BY tuple()
ORDER BY id
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- What people rule (schemas/expert-rule.ts), body as JSON.
CREATE TABLE IF NOT EXISTS rules
(
    network LowCardinality(String),
    id String,
    body String CODEC(ZSTD(1)),
    rank UInt64
)
ENGINE = ReplacingMergeTree(rank)
PARTITION BY tuple()
ORDER BY (network, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- A row for each observation, values in the units of schemas/variables.ts; of the same time the one received later counts.
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
PARTITION BY toYYYYMM(time)
ORDER BY (network, station, slot, time)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';

-- Places of the stations, and what is declared of them.
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
    updated DateTime64(3, 'UTC'),
    rain_interval Nullable(UInt8),
    manufacturer Nullable(String),
    model Nullable(String)
)
ENGINE = ReplacingMergeTree(updated)
PARTITION BY tuple()
ORDER BY (network, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000
COMMENT 'step 16';
