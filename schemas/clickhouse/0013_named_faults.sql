-- Faults of days that have a name: the unit in which values come, the station that one is exchanged with, and the highest value
-- that a sensor reads.
ALTER TABLE faults ADD COLUMN IF NOT EXISTS unit LowCardinality(Nullable(String)) CODEC(ZSTD(1)) AFTER minutes;

ALTER TABLE faults ADD COLUMN IF NOT EXISTS swapped_with LowCardinality(Nullable(String)) CODEC(ZSTD(1)) AFTER unit;

ALTER TABLE faults ADD COLUMN IF NOT EXISTS ceiling Nullable(Float64) CODEC(ZSTD(1)) AFTER swapped_with;
