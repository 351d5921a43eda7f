-- Monthly reports by mail (services/duty/monthly): one row for each network, month and address, so that each is sent once.
CREATE TABLE IF NOT EXISTS report_mails
(
    id text PRIMARY KEY,
    network text NOT NULL,
    -- Beginning of the month, UTC.
    month timestamptz NOT NULL,
    address text NOT NULL,
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    created timestamptz NOT NULL,
    due timestamptz NOT NULL,
    -- Until then it is in somebody's hands.
    leased timestamptz,
    delivered timestamptz,
    error text,
    UNIQUE (network, month, address)
);
