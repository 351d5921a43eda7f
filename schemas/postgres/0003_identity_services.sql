-- Several clients may be one service: that of its own processes, and those that an operator adds for others.
ALTER TABLE identity_clients DROP CONSTRAINT IF EXISTS identity_clients_realm_service_key;
CREATE INDEX IF NOT EXISTS identity_clients_service ON identity_clients (realm, service);
