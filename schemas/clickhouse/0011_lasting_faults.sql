-- Faults of days: what a sensor reads of what it should, of a gain, where the uncertainty is of this; and how late the values of
-- a station come [min], of a clock.
ALTER TABLE faults ADD COLUMN IF NOT EXISTS ratio Nullable(Float64) CODEC(ZSTD(1)) AFTER uncertainty;

ALTER TABLE faults ADD COLUMN IF NOT EXISTS minutes Nullable(Float64) CODEC(ZSTD(1)) AFTER ratio;
