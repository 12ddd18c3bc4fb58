create or replace function keep_closing_moment()
returns trigger
language plpgsql
as $$
begin
  new.closes_at := end_of_day(
    new.closes_on,
    (select time_zone from organizations where id = new.organization_id)
  );
  return new;
end;
$$;

create or replace trigger job_posts_keep_closing_moment
before insert or update of closes_on on job_posts
for each row
execute function keep_closing_moment();
