-- What a row says, in one spelling; src/features/audit/check-chain.ts hashes the same.
create or replace function audit_text(event audit_events, at bigint)
returns text
language sql
stable
as $$
  select
    jsonb_build_array(
      at,
      event.chain_id,
      event.actor_id,
      event.action,
      event.resource_type,
      event.resource_id,
      event.details,
      (extract(epoch from event.created_at) * 1000)::bigint,
      encode(event.origin_digest, 'hex')
    )::text;
$$;
