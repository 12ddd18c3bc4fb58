-- What an organization says about itself on its public pages, and the picture that messengers show beside a link to them.
alter table organizations
add column about text check (char_length(about) <= 2000),
add column website text check (char_length(website) <= 300),
add column address text check (char_length(address) <= 300),
-- As the logo's: a new name for each picture, so that its address can be cached for ever.
add column picture_name text,
add column picture_width integer check (picture_width > 0),
add column picture_height integer check (picture_height > 0),
-- Every row has none yet, so there is nothing to validate.
add constraint organizations_picture_check
  check (
    (picture_name is null) = (picture_width is null)
    and (picture_name is null) = (picture_height is null)
  )
    not valid;
create unique index organizations_picture_name_idx on organizations (picture_name);
grant update (about, website, address, picture_name, picture_width, picture_height)
on organizations
to storehand_tenant;
