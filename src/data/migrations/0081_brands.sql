-- How an organization looks to applicants: its accent colour and its logo.
alter table organizations
  -- Six hex digits; the product's own colour where none is set.
  add column accent text check (accent ~ '^[0-9A-F]{6}$'),
  -- The name of its file in the store, new for each picture, so that its address can be kept for ever.
  add column logo_name text unique,
  -- Pixels, known before it is shown: pages do not move when it comes.
  add column logo_width integer check (logo_width > 0),
  add column logo_height integer check (logo_height > 0),
  add check (num_nulls(logo_name, logo_width, logo_height) in (0, 3));
grant update (accent, logo_name, logo_width, logo_height) on organizations to storehand_tenant;
