-- Property graphs: analytical patterns, tasks and datasets. A graph is one row, so that it is written whole or not at all.

CREATE TABLE IF NOT EXISTS graphs
(
    kind text NOT NULL,
    -- Of the node that the graph is of.
    id text NOT NULL,
    -- The graph as it was given, JSON. Not json or jsonb: numbers, characters and order stay as they came.
    body text NOT NULL,
    -- SHA-256 of its canonical form, hexadecimal: graphs that are equal up to order have the same.
    digest text NOT NULL,
    -- What it is found by: {nodes: [{id, labels, properties}], edges: [{from, to, labels, properties}]}.
    search jsonb NOT NULL,
    created timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (kind, id)
);
CREATE INDEX IF NOT EXISTS graphs_search ON graphs USING gin (search jsonb_path_ops);

-- Which patterns accomplish which task. A task may be known by a pattern's graph only.
CREATE TABLE IF NOT EXISTS task_patterns
(
    task text NOT NULL,
    pattern text NOT NULL,
    linked timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (task, pattern)
);
