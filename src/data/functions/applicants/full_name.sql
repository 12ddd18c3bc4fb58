-- As src/domain/full-name.ts.
create or replace function full_name(first_name text, last_name text)
returns text
language sql
immutable
as $$
  select
    btrim(
      case
        when last_name ~ '[\u3005\u3040-\u309f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]' then last_name || ' ' || first_name
        else first_name || ' ' || last_name
      end
    );
$$;
