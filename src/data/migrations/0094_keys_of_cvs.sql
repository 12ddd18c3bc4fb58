-- The key of each CV, encrypted with the main key: the file is encrypted with it alone, so that a deleted row makes every copy of
-- the file unreadable (docs/decisions/0097-keys-and-ledger.md). Null: a file from before; the background gives it a key.
alter table cv_files
add column key_sealed text;
create index cv_files_keyless_idx on cv_files (id) where key_sealed is null;
