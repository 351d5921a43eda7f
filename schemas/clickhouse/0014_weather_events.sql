-- Fronts and storms as the running system tells them: of the versions of an event the one that was told last. The start is part
-- of what the id is derived from, and never moves. Stations and changes are JSON (schemas/weather-event.ts), speed in km/h.
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
PARTITION BY (network, toYYYYMM(start))
ORDER BY (network, start, id)
SETTINGS max_suspicious_broken_parts = 1000000, max_suspicious_broken_parts_bytes = 1000000000000000;
