-- What makes a careers page worth showing: a picture across its top, what every job offers, and people and places of the shop.
alter table organizations
add column cover_name text,
add column cover_width integer check (cover_width > 0),
add column cover_height integer check (cover_height > 0),
add column benefits text[] not null default '{}' check (cardinality(benefits) <= 12),
-- Read and written as a whole (src/domain/organizations/portraits.ts); each names its picture's file.
add column portraits jsonb not null default '[]' check (jsonb_array_length(portraits) <= 8),
add constraint organizations_cover_check
  check (
    (cover_name is null) = (cover_width is null)
    and (cover_name is null) = (cover_height is null)
  )
    -- Every row of before has no cover: nothing to look through.
    not valid;
create unique index organizations_cover_name_idx on organizations (cover_name);
create index organizations_portraits_idx on organizations using gin (portraits jsonb_path_ops);
grant update (cover_name, cover_width, cover_height, benefits, portraits)
on organizations
to storehand_tenant;
