-- A person who says that they have only one name has no last name.
alter table applicants
drop constraint applicants_last_name_check;
alter table applicants
add constraint applicants_last_name_check
  check (char_length(last_name) <= 100)
    -- Every row kept the stricter one.
    not valid;
