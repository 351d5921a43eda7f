-- Alerts: who is told of which anomalies, and what became of it.

-- Which episodes raise an alert, and where it goes. A rule that was deleted stays for its alerts.
CREATE TABLE IF NOT EXISTS alert_rules
(
    id text PRIMARY KEY,
    -- JSON, with the secrets of its webhooks.
    definition text NOT NULL,
    -- It looks at verdicts that were given from here on.
    since timestamptz NOT NULL,
    created timestamptz NOT NULL,
    created_by text NOT NULL,
    updated timestamptz NOT NULL,
    updated_by text NOT NULL,
    deleted timestamptz
);

-- Where and when alerts that open are kept but not delivered.
CREATE TABLE IF NOT EXISTS silences
(
    id text PRIMARY KEY,
    -- JSON.
    place text NOT NULL,
    begins timestamptz NOT NULL,
    ends timestamptz NOT NULL,
    reason text NOT NULL,
    created timestamptz NOT NULL,
    created_by text NOT NULL,
    -- Who ended it before its time.
    ended_by text
);

-- One for each rule and episode.
CREATE TABLE IF NOT EXISTS alerts
(
    id text PRIMARY KEY,
    rule text NOT NULL REFERENCES alert_rules (id),
    network text NOT NULL,
    station text NOT NULL,
    severity text NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
    state text NOT NULL CHECK (state IN ('open', 'acknowledged', 'resolved')),
    classification text NOT NULL,
    variables text[] NOT NULL,
    episode text NOT NULL,
    first_time timestamptz NOT NULL,
    last_time timestamptz NOT NULL,
    summary text NOT NULL,
    opened timestamptz NOT NULL,
    acknowledged timestamptz,
    acknowledged_by text,
    resolved timestamptz,
    resolved_by text,
    silenced text REFERENCES silences (id),
    -- When it was last held against what is stored.
    checked timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS alerts_by_opening ON alerts (opened DESC, id);
CREATE INDEX IF NOT EXISTS alerts_unresolved ON alerts (network, station) WHERE state <> 'resolved';

-- The anomalies of an alert. An anomaly is of one alert of a rule: so nobody is told of an episode twice, whatever its id
-- becomes when its first anomaly changes.
CREATE TABLE IF NOT EXISTS alert_anomalies
(
    rule text NOT NULL,
    anomaly text NOT NULL,
    alert text NOT NULL REFERENCES alerts (id),
    time timestamptz NOT NULL,
    PRIMARY KEY (rule, anomaly)
);
CREATE INDEX IF NOT EXISTS alert_anomalies_of_alert ON alert_anomalies (alert, time);
CREATE INDEX IF NOT EXISTS alert_anomalies_by_anomaly ON alert_anomalies (anomaly);

CREATE TABLE IF NOT EXISTS alert_comments
(
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    alert text NOT NULL REFERENCES alerts (id),
    at timestamptz NOT NULL,
    by text NOT NULL,
    body text NOT NULL
);
CREATE INDEX IF NOT EXISTS alert_comments_of_alert ON alert_comments (alert, place);

-- What is to be told to whom: written with the alert, in one transaction, and sent afterwards until it has arrived.
CREATE TABLE IF NOT EXISTS deliveries
(
    id text PRIMARY KEY,
    place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    -- null: a test of the rule.
    alert text REFERENCES alerts (id),
    rule text NOT NULL REFERENCES alert_rules (id),
    event text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('webhook', 'email', 'feed')),
    -- URL or address; '' for the feed.
    target text NOT NULL,
    -- JSON; the same at each attempt.
    payload text NOT NULL,
    created timestamptz NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    -- Not before this.
    due timestamptz NOT NULL,
    -- Somebody is sending it until then.
    leased timestamptz,
    delivered timestamptz,
    error text,
    UNIQUE (alert, event, channel, target)
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due) WHERE state = 'pending';
CREATE INDEX IF NOT EXISTS deliveries_of_the_feed ON deliveries (place) WHERE channel = 'feed';

-- Up to which observation the verdicts of a network have been looked at, where the log does not remember it.
CREATE TABLE IF NOT EXISTS alert_progress
(
    network text PRIMARY KEY,
    settled timestamptz NOT NULL
);
