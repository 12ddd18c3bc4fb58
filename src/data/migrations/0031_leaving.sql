-- What an organization needs to let people go: their proofs, and everything that was mailed to them.
grant delete on email_verifications to storehand_tenant;

-- Mails and counts belong to no tenant's role, so this runs with the owner's rights; the organization is the transaction's own.
create function erase_address(address text, kinds text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from local_mailbox where id in (
    select id from mail_outbox
    where organization_id = tenant_id() and lower(recipient) = lower(address) and kind = any (kinds)
  );
  delete from mail_outbox
  where organization_id = tenant_id() and lower(recipient) = lower(address) and kind = any (kinds);
  delete from usage_counts where starts_with(key, 'mail address ' || lower(address) || ' ');
end $$;
revoke execute on function erase_address(text, text[]) from public;
grant execute on function erase_address(text, text[]) to storehand_tenant;

-- Everything of one address in an organization: a person's other applications, and who leaves with everything.
create index applicants_address_idx on applicants (organization_id, lower(email));
