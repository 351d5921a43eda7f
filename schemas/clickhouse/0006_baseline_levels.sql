-- Means of the newest day of a baseline in each three hours of it (UTC); empty for a station that reports more often than hourly.

-- null: too little was reported in these hours.
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS temp_out_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS out_hum_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS wind_speed_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS bar_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1));
ALTER TABLE baselines ADD COLUMN IF NOT EXISTS rain_own_levels Array(Nullable(Float64)) CODEC(ZSTD(1));
