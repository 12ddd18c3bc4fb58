-- An owner ended the connection here. The app may still be in the store: then only an owner connects it again, and opening the
-- app in the store's admin does not.
alter table store_sessions add column disconnected_at timestamptz(3);
