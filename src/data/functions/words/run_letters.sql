-- For a class of a regular expression: letters of scripts that are written without blanks between the words, or with endings and
-- particles at them.
create or replace function run_letters()
returns text
language sql
immutable
parallel safe
as $$
  select
    '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff';
$$;
