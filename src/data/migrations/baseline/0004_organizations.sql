-- The tenants, the people in them, and how people come in and go out: invitations by mail, requests by name, and what owners
-- decide.

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  slug text not null unique,
  -- Whether an applicant is told by mail that the application has arrived.
  confirmation_mails boolean not null default true,
  -- Where answers of applicants go; the sender's own address where none is set.
  mail_reply_to text check (char_length(mail_reply_to) <= 254),
  -- How it looks to applicants. Six hex digits; the product's own colour where none is set.
  accent text check (accent ~ '^[0-9A-F]{6}$'),
  -- The name of the logo's file in the store, new for each picture, so that its address can be cached for ever.
  logo_name text unique,
  -- Pixels, known before it is shown: pages do not move when it comes.
  logo_width integer check (logo_width > 0),
  logo_height integer check (logo_height > 0),
  -- When the widget was first asked for by a page that is not ours, and that page's host.
  widget_seen_at timestamptz(3),
  widget_seen_on text check (char_length(widget_seen_on) <= 260),
  -- Steps of the checklist that an owner does not want to take.
  checklist_skipped text[] not null default '{}' check (
    checklist_skipped <@ array['store', 'colleague']
  ),
  checklist_closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  asks_to_keep boolean not null default false,
  -- Whether applicants are told that somebody has opened their application.
  shows_opened boolean not null default false,
  -- What applicants read about a status, by the status; one without words has those that come with the product.
  status_words jsonb not null default '{}',
  -- Where its days end; null: UTC.
  time_zone text check (char_length(time_zone) between 1 and 64),
  -- The feeds that the shop does not publish.
  feeds_off text[] not null default '{}',
  -- What an organization says about itself on its public pages, and the picture that messengers show beside a link to them.
  about text check (char_length(about) <= 2000),
  website text check (char_length(website) <= 300),
  address text check (char_length(address) <= 300),
  -- As the logo's: a new name for each picture, so that its address can be cached for ever.
  picture_name text,
  picture_width integer check (picture_width > 0),
  picture_height integer check (picture_height > 0),
  -- Languages, as tags: 'de', 'pt-BR'. Null: nobody has chosen one.
  -- What its ads are written in, and what its pages speak to readers of none of our languages.
  language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  -- An owner may want a code by mail also from customers who are signed in to the shop.
  asks_customers_for_code boolean not null default false,
  -- The shop in whose admin the organization was made, by whichever of its staff opened the app first: the shop's owner, who may come
  -- later, does not wait to be let in (docs/decisions/0115-the-dashboard-in-the-stores-admin.md).
  made_in_shop text,
  constraint organizations_logo_check
    check (
      (logo_name is null) = (logo_width is null)
      and (logo_name is null) = (logo_height is null)
    ),
  constraint organizations_picture_check
    check (
      (picture_name is null) = (picture_width is null)
      and (picture_name is null) = (picture_height is null)
    )
);
create unique index organizations_picture_name_idx on organizations (picture_name);
-- Its organization is the row itself. Renaming takes the right to `name`; so does locking the row.
alter table organizations enable row level security;
create policy tenant on organizations to storehand_tenant using (id = tenant_id());
grant
  select,
  update (
    name,
    confirmation_mails,
    mail_reply_to,
    accent,
    logo_name,
    logo_width,
    logo_height,
    checklist_skipped,
    checklist_closed_at,
    asks_to_keep,
    shows_opened,
    status_words,
    time_zone,
    feeds_off,
    about,
    website,
    address,
    picture_name,
    picture_width,
    picture_height,
    language,
    asks_customers_for_code
  )
on organizations
to storehand_tenant;

-- A person's place on the staff.
create table profiles (
  id uuid primary key references users (id)
    on delete cascade,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- Owners see whether the address of someone who waits was ever proved.
  email_verified boolean not null default false,
  organization_id uuid references organizations (id)
    on delete set null,
  role text not null default 'staff' check (role in ('staff', 'organization_owner')),
  is_approved boolean not null default false,
  approved_by uuid references users (id)
    on delete set null,
  approved_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Nobody is approved or an owner outside an organization.
  check (organization_id is not null or (not is_approved and role = 'staff'))
);
create index profiles_organization_id_idx on profiles (organization_id, created_at desc);
select
  add_tenant_policy('profiles', 'select, update (role, is_approved, approved_by, approved_at)');

create table organization_invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  email text not null check (email = lower(email)),
  -- SHA-256 of what was mailed; the mail is the only place the token itself stands in.
  token_hash bytea not null unique,
  invited_by uuid references users (id)
    on delete set null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  -- A withdrawn invitation stays for as long as its link could be opened: so that the link says why it ended.
  withdrawn_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- A second invitation replaces the first, whose link ends with it.
  unique (organization_id, email)
);
create index organization_invitations_expires_at_idx on organization_invitations (expires_at);
select add_tenant_policy('organization_invitations', 'select, insert, update, delete');

-- Who asked to join. Without an organization the name was of none, or of several: the person cannot tell the difference.
create table join_requests (
  user_id uuid primary key references users (id)
    on delete cascade,
  organization_id uuid references organizations (id)
    on delete cascade,
  organization_name text not null check (char_length(organization_name) between 1 and 120),
  created_at timestamptz(3) not null default now()
);
create index join_requests_organization_id_idx on join_requests (organization_id);
select add_tenant_policy('join_requests', 'select, delete');

-- When each member looked at the overview or the list of applicants: what came since then is new to them.
create table visits (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  user_id uuid not null references users (id)
    on delete cascade,
  -- Known to within some minutes.
  seen_at timestamptz(3) not null,
  -- The end of the visit before this one.
  before_at timestamptz(3),
  primary key (organization_id, user_id)
);
create index visits_user_id_idx on visits (user_id);
select add_tenant_policy('visits', 'select, insert, update, delete');

-- Changes that a dashboard sent under a key of its own. An answer can be lost on its way; the same change sent again finds
-- its key here, gets the same answer, and does nothing twice.
create table sent_changes (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  key uuid not null,
  -- Who did what to whom: the same key for another act is a mistake of the sender.
  act text not null check (char_length(act) <= 200),
  -- What was answered, without anything about a person but ids. Null only inside the transaction that does it.
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, key)
);
create index sent_changes_created_idx on sent_changes (created_at);
select add_tenant_policy('sent_changes', 'select, insert, update');

-- The profile of someone who asked this organization, and belongs to none.
create policy asking on profiles
for select
to storehand_tenant
using (
  organization_id is null
  and exists (
    select
    from join_requests
    where user_id = profiles.id and join_requests.organization_id = tenant_id()
  )
);
