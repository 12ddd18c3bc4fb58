create or replace function audit_hash(previous bytea, event audit_events, at bigint)
returns bytea
language sql
stable
as $$
  select sha256(previous || convert_to(audit_text(event, at), 'UTF8'));
$$;
