-- Mails to applicants: the texts an organization wrote, and every mail that an arrival or staff caused.
alter table organizations
  -- Whether whoever applies is told that the application has arrived.
  add column confirmation_mails boolean not null default true,
  -- Where answers of applicants go; the sender's own address where none is set.
  add column mail_reply_to text check (char_length(mail_reply_to) <= 254);
grant update (confirmation_mails, mail_reply_to) on organizations to storehand_tenant;

-- A status without a row has the text that comes with the product.
create table mail_templates (
  organization_id uuid not null references organizations (id) on delete cascade,
  status text not null check (status in ('reviewing', 'interviewed', 'hired', 'rejected')),
  subject text not null check (char_length(subject) between 1 and 120),
  body text not null check (char_length(body) between 1 and 4000),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, status)
);

create table applicant_mails (
  -- Also the id of its mail in the outbox, once it stands there.
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  applicant_id uuid not null,
  kind text not null check (kind in ('received', 'reviewing', 'interviewed', 'hired', 'rejected')),
  -- In lower case: one person, however many applications.
  recipient text not null,
  -- The change of status it tells of.
  change_id uuid references applicant_status_history (id) on delete cascade,
  -- Caused together, and taken back together.
  batch_id uuid,
  -- What staff saw before they let it go, encrypted by the application. Empty for a confirmation, and once it is in the outbox.
  data_sealed text,
  state text not null default 'held' check (state in ('held', 'queued', 'taken-back', 'dropped')),
  -- Why it was dropped.
  reason text check (reason in ('moved', 'active')),
  send_at timestamptz(3) not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
-- Never two mails for one act; one that was taken back was none.
create unique index applicant_mails_change_idx on applicant_mails (change_id)
  where state in ('held', 'queued');
create unique index applicant_mails_received_idx on applicant_mails (applicant_id)
  where kind = 'received';
-- Never two rejections waiting for one person, also when two acts race.
create unique index applicant_mails_rejection_idx on applicant_mails (organization_id, recipient)
  where kind = 'rejected' and state = 'held';
create index applicant_mails_due_idx on applicant_mails (send_at) where state = 'held';
create index applicant_mails_applicant_idx on applicant_mails (applicant_id);
create index applicant_mails_batch_idx on applicant_mails (batch_id) where batch_id is not null;

grant select, insert, update, delete on mail_templates to storehand_tenant;
grant select, insert, update on applicant_mails to storehand_tenant;
do $$
declare
  name text;
begin
  foreach name in array array['mail_templates', 'applicant_mails'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to storehand_tenant using (organization_id = tenant_id()) with check (organization_id = tenant_id())',
      name
    );
  end loop;
end $$;

alter table mail_outbox
  add column reply_to text,
  -- A worker has it in hand until then.
  add column taken_until timestamptz(3),
  -- The mail server says that there is no such mailbox.
  add column address_refused boolean not null default false;
grant select (address_refused, sent_at) on mail_outbox to storehand_tenant;

-- Mails of the organization that no worker has in hand leave the outbox. Returns those that did.
create function take_back_mails(ids uuid[]) returns setof uuid
  language sql security definer set search_path = public, pg_temp as $$
  delete from mail_outbox
  where organization_id = tenant_id() and id = any (ids) and state = 'waiting'
    and (taken_until is null or taken_until < now())
  returning id
$$;

-- What was and will be mailed about these applications, wherever it is kept.
create function erase_applicant_mails(applicants uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone uuid[];
begin
  select array_agg(id) into gone from applicant_mails
  where organization_id = tenant_id() and applicant_id = any (applicants);
  delete from local_mailbox where id = any (gone);
  delete from mail_outbox where id = any (gone);
end $$;
revoke execute on function take_back_mails(uuid[]), erase_applicant_mails(uuid[]) from public;
grant execute on function take_back_mails(uuid[]), erase_applicant_mails(uuid[]) to storehand_tenant;
