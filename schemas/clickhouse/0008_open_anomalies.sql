-- Anomalies have other ids from here on: what is open is judged again and comes back under its new one, so that the old one
-- is taken back, by a version of its own. Settled ones stay.
-- rank: a final version counts before others (clickhouse/ranks.ts).

INSERT INTO anomalies
SELECT * REPLACE ('withdrawn' AS state, true AS final, concat(version, 'x') AS version, rank + 4503599627370496 AS rank)
FROM
(
    SELECT * FROM anomalies FINAL
    WHERE NOT final AND id NOT IN (SELECT id FROM anomalies WHERE final)
    ORDER BY rank DESC, version DESC
    LIMIT 1 BY id
);
