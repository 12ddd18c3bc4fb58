-- As src/domain/full-name.ts: the family's name comes first where it is written in Chinese characters or Hangul.
create function full_name(first_name text, last_name text)
returns text
language sql
immutable
as $$
  select
    case
      when last_name ~ '[\u3005\u4e00-\u9fff\uac00-\ud7a3]' then last_name || ' ' || first_name
      else first_name || ' ' || last_name
    end;
$$;
