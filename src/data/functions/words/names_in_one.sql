-- A name in Chinese characters, kana or Hangul as it is written: without a blank, in both orders.
create or replace function names_in_one(first_name text, last_name text)
returns text
language sql
immutable
as $$
  select
    case
      when last_name ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]' then last_name || first_name || ' ' || first_name || last_name
    end;
$$;
