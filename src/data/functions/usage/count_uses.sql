-- Counting uses: two who counted the same limits at once could wait for each other, and one was refused.
create or replace function count_uses(
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
    -- Made before any is locked, and locked by everybody in this order: who held one that was there and then asked for one
    -- that another had just made could wait for somebody who waits for them.
    insert into usage_times (key)
    select distinct hash
    from unnest(hashes) as hash
    where not exists (select from usage_times where key = hash)
    order by hash
    on conflict do nothing;
    perform from usage_times where key = any (hashes) order by key for update;
    -- One may have been swept away in between.
    exit when
      not exists (
        select
        from unnest(hashes) as hash
        where not exists (select from usage_times where key = hash)
      );
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
revoke execute on function count_uses(text[], integer[], integer[], timestamptz) from public;
grant execute on function count_uses(text[], integer[], integer[], timestamptz) to storehand_tenant;
