create or replace function move_closing_moments()
returns trigger
language plpgsql
as $$
begin
  update job_posts
  set closes_at = end_of_day(closes_on, new.time_zone)
  where organization_id = new.id and closes_on is not null;
  return null;
end;
$$;

create or replace trigger organizations_move_closing_moments
after update of time_zone on organizations
for each row
when (old.time_zone is distinct from new.time_zone)
execute function move_closing_moments();
