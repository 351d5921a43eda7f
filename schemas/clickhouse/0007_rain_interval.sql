-- Minutes that a station's amounts of rain fall over, where its observations do not say; null: not declared.

ALTER TABLE stations ADD COLUMN IF NOT EXISTS rain_interval Nullable(UInt8);
