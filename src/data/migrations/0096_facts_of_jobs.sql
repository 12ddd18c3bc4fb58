-- What search engines and job boards read of a job beside its words (docs/decisions/0102-facts-of-jobs.md). All of it is optional.
alter table job_posts
add column salary_from numeric(12, 2) check (salary_from > 0),
add column salary_to numeric(12, 2) check (salary_to > 0),
add column salary_currency text check (salary_currency ~ '^[A-Z]{3}$'),
add column salary_period text check (salary_period in ('hour', 'day', 'week', 'month', 'year')),
-- Without an office to come to. Else the place below.
add column is_remote boolean not null default false,
add column street text check (char_length(street) between 1 and 120),
add column town text check (char_length(town) between 1 and 80),
add column region text check (char_length(region) between 1 and 80),
add column postcode text check (char_length(postcode) between 1 and 20),
add column country text check (country ~ '^[A-Z]{2}$'),
-- Of a remote job: from where one may work. Empty: from everywhere.
add column remote_countries text[] not null default '{}',
add column weekly_hours numeric(4, 1) check (weekly_hours > 0 and weekly_hours <= 168),
add column openings integer check (openings between 1 and 9999),
add column starts_on date,
-- The last day on which one can apply, and its end in the shop's time zone, which the database keeps in step.
add column closes_on date,
add column closes_at timestamptz(3),
-- How to reach a person about the job.
add column contact text check (char_length(contact) between 1 and 200),
-- In no list and no feed: only who has the link finds it.
add column is_unlisted boolean not null default false,
add constraint job_posts_salary_check check (salary_from <= salary_to) not valid;
-- What is open and has an end, for the work that closes it.
create index job_posts_closing_idx on job_posts (closes_at)
where is_active and closes_at is not null;

alter table organizations
-- Where its days end; null: UTC.
add column time_zone text check (char_length(time_zone) between 1 and 64),
-- The feeds that the shop does not publish.
add column feeds_off text[] not null default '{}';
grant update (time_zone, feeds_off) on organizations to storehand_tenant;

create function end_of_day(day date, zone text)
returns timestamptz
language sql
stable
as $$
  select (day + 1)::timestamp at time zone coalesce(zone, 'UTC');
$$;

create function keep_closing_moment()
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
create trigger job_posts_keep_closing_moment
before insert or update of closes_on on job_posts
for each row
execute function keep_closing_moment();

create function move_closing_moments()
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
create trigger organizations_move_closing_moments
after update of time_zone on organizations
for each row
when (old.time_zone is distinct from new.time_zone)
execute function move_closing_moments();
