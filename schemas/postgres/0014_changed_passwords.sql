-- Users whose password was made for them, and shown to whoever set the system up: it gives them no token before they have
-- changed it.
ALTER TABLE identity_users ADD COLUMN IF NOT EXISTS must_change_password boolean NOT NULL DEFAULT false;
