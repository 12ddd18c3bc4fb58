-- Mails: the outbox, the local mailbox, and the mails to applicants with the texts an organization wrote for them.

create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid references organizations (id)
    on delete cascade,
  kind text not null,
  recipient text not null,
  sender_name text not null,
  reply_to text,
  -- What the mail is rendered from, encrypted by the application: it can hold a token. Emptied once sent.
  data_sealed text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  last_error text,
  -- The mail server says that there is no such mailbox.
  address_refused boolean not null default false,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  -- Which mail of an organization goes first: one that a person waits for (0), one that no limit holds back (1), all others (2).
  rank smallint not null default 2,
  -- What a mail is drawn in.
  language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$')
);
-- For the erasure of an address: what was mailed to it. The outbox holds a mail for each applicant, and more.
create index mail_outbox_recipient_idx on mail_outbox (organization_id, lower(recipient));
-- How far the sending is; what a mail says stays out of reach.
select
  add_tenant_policy(
    'mail_outbox',
    'insert, select (id, organization_id, kind, state, address_refused, sent_at)'
  );

-- Where no mail server is set, what would have been sent.
create table local_mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz(3) not null default now()
);
create index local_mailbox_sent_at_idx on local_mailbox (sent_at desc);

-- A status without a row has the text that comes with the product.
create table mail_templates (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  status text not null check (status in ('reviewing', 'interviewed', 'hired', 'rejected')),
  subject text not null check (char_length(subject) between 1 and 120),
  body text not null check (char_length(body) between 1 and 4000),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, status)
);
select add_tenant_policy('mail_templates', 'select, insert, update, delete');

-- Every mail to an applicant that an arrival or staff caused.
create table applicant_mails (
  -- Also the id of its mail in the outbox, once it stands there.
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  applicant_id uuid not null,
  -- 'received' confirms an application, 'message' is what staff write besides the status.
  kind text not null check (
    kind in ('received', 'reviewing', 'interviewed', 'hired', 'rejected', 'message')
  ),
  -- In lower case: one person, however many applications.
  recipient text not null,
  -- The words of what was written, kept for as long as the applicant is. Empty for a confirmation, which says what the
  -- application says, and for mails that are older than these columns.
  subject text,
  body text,
  -- The change of status it tells of.
  change_id uuid references applicant_status_history (id)
    on delete cascade,
  -- Caused together, and cancelled together.
  batch_id uuid,
  -- What staff saw before they let it go, encrypted by the application. Empty for a confirmation, and once it is in the outbox.
  data_sealed text,
  state text not null default 'held' check (state in ('held', 'queued', 'taken-back', 'dropped')),
  -- Why it was dropped.
  reason text check (reason in ('moved', 'active', 'withdrawn', 'no-contact', 'restricted')),
  send_at timestamptz(3) not null,
  created_by uuid references users (id)
    on delete set null,
  created_at timestamptz(3) not null default now(),
  -- A mail about several applications of one person belongs to each of them. The first is in applicant_id; when that is erased, the mail is
  -- another one's. What it said named the erased one's job, so it is emptied, and a mail that waits is composed anew when it leaves.
  -- Filled for earlier ones by migration 0134, which locks no table.
  further_applicants uuid[] not null default '{}',
  -- What it is composed from, before names and jobs are filled in; null for the built-in text.
  words jsonb,
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
-- Never two mails for one act; one that was cancelled was none.
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
-- What was sent in the last days, for the overview's line about mails that never arrived.
create index applicant_mails_sent_idx on applicant_mails (organization_id, send_at)
where state = 'queued' and kind <> 'received';
-- How many messages an organization wrote in the last day, and to whom.
create index applicant_mails_messages_idx on applicant_mails (organization_id, created_at)
where kind = 'message';
create index applicant_mails_further_idx on applicant_mails using gin (further_applicants)
where further_applicants <> '{}';
select add_tenant_policy('applicant_mails', 'select, insert, update');
