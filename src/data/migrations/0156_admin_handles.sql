-- What the store's admin calls it, from a request that the platform signed: it can be another handle than that of its internal domain.
alter table store_sessions
add column admin_handle text;
