-- Each file of a verification takes a numbered place, so that the limit holds for uploads at once without a lock.
alter table cv_files add column place smallint;
update cv_files set place = numbered.place
from (
  select id, row_number() over (partition by verification_id order by created_at, id) as place
  from cv_files where verification_id is not null
) as numbered
where cv_files.id = numbered.id and numbered.place <= 3;
alter table cv_files add constraint cv_files_place_check check (place between 1 and 3);
create unique index cv_files_place_idx on cv_files (verification_id, place);
