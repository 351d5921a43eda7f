-- Who may do what: realms with their users and clients, the sessions they have open, and the keys that sign their tokens.

CREATE TABLE IF NOT EXISTS identity_realms
(
    name text PRIMARY KEY,
    created timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS identity_users
(
    id uuid PRIMARY KEY,
    realm text NOT NULL REFERENCES identity_realms ON DELETE CASCADE,
    username text NOT NULL,
    -- Hash of the password in the PHC string format; null where a user has none.
    password text,
    -- The provider that a federated user comes from.
    federated text,
    name text,
    email text,
    roles text[] NOT NULL DEFAULT '{}',
    disabled boolean NOT NULL DEFAULT false,
    created timestamptz NOT NULL DEFAULT now(),
    UNIQUE (realm, username)
);

CREATE TABLE IF NOT EXISTS identity_clients
(
    realm text NOT NULL REFERENCES identity_realms ON DELETE CASCADE,
    id text NOT NULL,
    -- SHA-256 of the secret, hexadecimal: a secret is random. null for a public client.
    secret text,
    -- Name of the service that the client is: the audience of tokens made for it.
    service text,
    -- Services that it may ask tokens for.
    scopes text[] NOT NULL DEFAULT '{}',
    -- Roles of the client itself, with client_credentials.
    roles text[] NOT NULL DEFAULT '{}',
    disabled boolean NOT NULL DEFAULT false,
    created timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (realm, id),
    UNIQUE (realm, service)
);

-- What one login has led to: its refresh tokens are one family.
CREATE TABLE IF NOT EXISTS identity_sessions
(
    id uuid PRIMARY KEY,
    realm text NOT NULL REFERENCES identity_realms ON DELETE CASCADE,
    client text NOT NULL,
    "user" uuid NOT NULL REFERENCES identity_users ON DELETE CASCADE,
    scope text NOT NULL,
    started timestamptz NOT NULL,
    ended timestamptz,
    FOREIGN KEY (realm, client) REFERENCES identity_clients ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS identity_sessions_user ON identity_sessions ("user");

CREATE TABLE IF NOT EXISTS identity_refresh_tokens
(
    -- SHA-256 of the token, hexadecimal.
    digest text PRIMARY KEY,
    session uuid NOT NULL REFERENCES identity_sessions ON DELETE CASCADE,
    expires timestamptz NOT NULL,
    used timestamptz
);
CREATE INDEX IF NOT EXISTS identity_refresh_tokens_session ON identity_refresh_tokens (session);
CREATE INDEX IF NOT EXISTS identity_refresh_tokens_expires ON identity_refresh_tokens (expires);

-- Access tokens that are not to be taken any more though they have not expired: those with a claim of this value.
CREATE TABLE IF NOT EXISTS identity_revocations
(
    realm text NOT NULL REFERENCES identity_realms ON DELETE CASCADE,
    claim text NOT NULL,
    value text NOT NULL,
    -- Tokens issued up to this moment.
    issued timestamptz NOT NULL,
    -- From here on none of them is left.
    until timestamptz NOT NULL,
    PRIMARY KEY (realm, claim, value)
);

CREATE TABLE IF NOT EXISTS identity_keys
(
    realm text NOT NULL REFERENCES identity_realms ON DELETE CASCADE,
    kid text NOT NULL,
    algorithm text NOT NULL,
    -- JSON Web Key.
    public text NOT NULL,
    -- The private one, encrypted with the key of HALCYON_KEY_FILE.
    sealed text NOT NULL,
    -- When it begins to sign: it is shown some time before.
    signs timestamptz NOT NULL,
    -- From here on no token that it signed is left, and it is shown no more.
    retires timestamptz,
    PRIMARY KEY (realm, kid)
);
