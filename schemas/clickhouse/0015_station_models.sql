-- Who made a station, and what they call it; null: not declared.

ALTER TABLE stations
    ADD COLUMN IF NOT EXISTS manufacturer Nullable(String),
    ADD COLUMN IF NOT EXISTS model Nullable(String);
