-- How often the alerts of a station have been held against what is stored: who looked at the store before another did, and
-- comes after it, looks again instead of writing what is no longer so.
CREATE TABLE IF NOT EXISTS alert_looks
(
    network text NOT NULL,
    station text NOT NULL,
    looks bigint NOT NULL,
    PRIMARY KEY (network, station)
);
