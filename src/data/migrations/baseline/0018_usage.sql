-- How often an address, a network or an organization did something; shared by all server processes.

-- Uses that are limited, each with its moment: any stretch of time of a limit's length can be counted, not only those that
-- begin by the clock. One row for each thing that is counted.
create table usage_times (
  -- SHA-256 of what is counted and for whom. Whoever reads this learns no address, so nothing has to go when a person does: a
  -- count that a shop could remove by removing the person would be none.
  key bytea primary key,
  -- The uses that may still count, oldest first: never more than the limit has.
  times timestamptz[] not null default '{}',
  -- From then on none of them counts.
  over_at timestamptz not null default clock_timestamp()
)
with (fillfactor = 70);

-- Counts one use under each of these limits, or where one is full under none; all of them locked, so that many at once come one
-- after the other. `waits` says for each how many seconds have to pass before the next use, 0 where it may come now.
-- `at` is for tests of the clock; everybody else counts by the database's.
create function count_uses(
  keys text[],
  seconds integer[],
  most integer[],
  at timestamptz default null,
  out is_counted boolean,
  out waits double precision[]
)
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  hashes bytea[] := array(
    select sha256(convert_to(name, 'UTF8'))
    from unnest(keys) with ordinality as named (name, place)
    order by place
  );
  moment timestamptz;
begin
  if cardinality(keys) = 0 then
    is_counted := true;
    waits := '{}';
    return;
  end if;
  loop
    -- Everybody locks in this order, so that two who count wait for each other instead of for ever.
    perform from usage_times where key = any (hashes) order by key for update;
    exit when
      not exists (
        select
        from unnest(hashes) as hash
        where not exists (select from usage_times where key = hash)
      );
    insert into usage_times (key)
    select distinct hash from unnest(hashes) as hash order by hash
    on conflict do nothing;
  end loop;
  -- Once they are ours: whoever had them before has counted by an earlier clock.
  moment := coalesce(at, clock_timestamp());

  with
    asked as (
      select
        place,
        hash,
        length,
        room,
        array(
          select used
          from unnest(usage_times.times) as used
          where used > moment - make_interval(secs => length)
          order by used
        ) as kept
      from
        unnest(hashes, seconds, most) with ordinality as asked (hash, length, room, place)
        join usage_times on usage_times.key = hash
    ),
    judged as materialized (
      select *, (select bool_and(cardinality(kept) < room) from asked) as fits from asked
    ),
    counted as (
      update usage_times
      set
        times = kept || moment,
        over_at = moment + make_interval(secs => length)
      from judged
      where usage_times.key = hash and fits
    ),
    after as (
      select
        place,
        length,
        room,
        fits,
        case
          when fits then kept || moment
          else kept
        end as kept
      from judged
    )
  select
    coalesce(bool_and(fits), true),
    coalesce(
      array_agg(
        case
          when cardinality(kept) < room then 0::double precision
          else extract(
            epoch from kept[cardinality(kept) - room + 1] + make_interval(secs => length) - moment
          )::double precision
        end
        order by place
      ),
      '{}'
    )
  into is_counted, waits
  from after;
end;
$$;

-- Takes the newest use of each back.
create function forget_uses(keys text[])
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  with
    mine as (
      select key
      from usage_times
      where key in (select sha256(convert_to(name, 'UTF8')) from unnest(keys) as name)
      order by key
      for update
    )
  update usage_times
  set times = times[:cardinality(times) - 1]
  from mine
  where usage_times.key = mine.key;
$$;

-- An application is counted inside the transaction that stores it.
revoke execute on function count_uses(text[], integer[], integer[], timestamptz) from public;
grant execute on function count_uses(text[], integer[], integer[], timestamptz) to storehand_tenant;
revoke execute on function forget_uses(text[]) from public;

-- Counts by windows of the clock, as they were before usage_times. Nothing writes here any more.
create table usage_counts (
  key text not null,
  window_start timestamptz(3) not null,
  count integer not null,
  primary key (key, window_start)
);
create index usage_counts_window_idx on usage_counts (window_start);
