-- A copy in the local mailbox goes with its mail in the outbox, whoever deletes that and why. Copies whose organization is gone have
-- none any more: not checked.
alter table local_mailbox
add constraint local_mailbox_id_fkey
  foreign key (id) references mail_outbox (id)
    on delete cascade
    not valid;

-- An erasure takes back what was mailed: an organization's own, and nothing that a mail says.
grant delete on mail_outbox to storehand_tenant;
alter table local_mailbox enable row level security;
create policy tenant on local_mailbox
to storehand_tenant
using (
  exists (
    select
    from mail_outbox
    where mail_outbox.id = local_mailbox.id and mail_outbox.organization_id = tenant_id()
  )
);
grant select (id), delete on local_mailbox to storehand_tenant;
