-- The word itself, or with an ending where another job of the organization has it.
create or replace function free_job_slug(organization uuid, word text)
returns text
language plpgsql
as $$
declare
  candidate text := word;
  tries integer := 1;
begin
  while exists (
    select from job_posts where organization_id = organization and slug = candidate
  ) loop
    tries := tries + 1;
    -- A long row of the same titles is not counted through again for each.
    candidate := word || '-' || case
      when tries < 6 then tries::text
      else substr(gen_random_uuid()::text, 1, 6)
    end;
  end loop;
  return candidate;
end;
$$;
