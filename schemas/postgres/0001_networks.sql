-- Networks and their titles; their stations and data are in the time series.

CREATE TABLE IF NOT EXISTS networks
(
    name text PRIMARY KEY,
    title text NOT NULL,
    created timestamptz NOT NULL DEFAULT now()
);
