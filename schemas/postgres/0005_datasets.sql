-- Datasets. Their graphs are in `graphs` (kind dataset); ids are lower case.

CREATE TABLE IF NOT EXISTS datasets
(
    id text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('Staged', 'Loaded', 'Ready', 'Deleted')),
    -- Types, with a comma between them.
    types text NOT NULL,
    -- Subject of the token of who registered it; null where access control was off.
    owner text,
    -- How a query made it, JSON; null where none did.
    provenance text,
    registered timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS datasets_in_state ON datasets (state, id COLLATE "C");

-- Every state a dataset has been in, and since when.
CREATE TABLE IF NOT EXISTS dataset_states
(
    dataset text NOT NULL REFERENCES datasets (id),
    step integer NOT NULL,
    state text NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (dataset, step)
);

-- Files of datasets, also of those that are not registered yet (by the id that the upload named), and where each lies.
-- What is in the storage without a row here belongs to nobody.
CREATE TABLE IF NOT EXISTS dataset_files
(
    dataset text NOT NULL,
    name text NOT NULL,
    bucket text NOT NULL CHECK (bucket IN ('scratchpad', 'dataset', 'results')),
    key text NOT NULL,
    size bigint NOT NULL,
    -- SHA-256, hexadecimal.
    sha256 text NOT NULL,
    -- Subject of the token of who uploaded it; null where access control was off.
    uploader text,
    uploaded timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (dataset, name),
    UNIQUE (bucket, key)
);
