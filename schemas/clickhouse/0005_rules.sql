-- What people rule (schemas/expert-rule.ts), for whoever replays history: the catalogue has the same and comes first.

-- body: the rule as JSON. rank: a rule that was ended counts before the same one that was not.
CREATE TABLE IF NOT EXISTS rules
(
    network LowCardinality(String),
    id String,
    body String CODEC(ZSTD(1)),
    rank UInt64
)
ENGINE = ReplacingMergeTree(rank)
PARTITION BY network
ORDER BY (network, id);
