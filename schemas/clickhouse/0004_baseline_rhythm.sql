-- How often a station reported on the newest day of a baseline, and to what its values were rounded; null: not known.

-- cadence: slots of ten minutes.
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS cadence Nullable(UInt16) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS temp_out_resolution Nullable(Float64) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS out_hum_resolution Nullable(Float64) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS wind_speed_resolution Nullable(Float64) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS bar_resolution Nullable(Float64) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS rain_resolution Nullable(Float64) CODEC(ZSTD(1));
