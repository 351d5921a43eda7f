-- Conditions of sensors: the faults, the values under them, and what a successor of the judgement goes on with.

-- One row for each fault, of its versions the one with the highest rank (clickhouse/ranks.ts). A fault stays in the month of
-- the report that was named first, wherever its start moves. Offset and uncertainty in the units of schemas/variables.ts.
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
PARTITION BY (network, toYYYYMM(named))
ORDER BY (network, station, variable, id);

-- A value lies under its fault where it lies in the fault's time, and the fault is not withdrawn; rank as that of the version
-- which tells of it.
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
PARTITION BY (network, toYYYYMM(time))
ORDER BY (network, station, slot, time, variable, fault_id);

-- Those of UTC midnight stay for replays that begin on their day, the rest is for a successor. Thirty days from when a row
-- was stored, which is soon after its slot unless history is judged.
CREATE TABLE IF NOT EXISTS sensor_conditions
(
    network LowCardinality(String),
    station String CODEC(ZSTD(1)),
    variable LowCardinality(String),
    slot Int32 CODEC(DoubleDelta, ZSTD(1)),
    content String CODEC(ZSTD(1)),
    stored DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree
PARTITION BY network
ORDER BY (network, slot, station, variable)
TTL stored + INTERVAL 30 DAY DELETE WHERE slot % 144 != 0;
