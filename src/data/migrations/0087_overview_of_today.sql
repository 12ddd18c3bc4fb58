-- What the overview says of today: what a new shop still has to do, and what came since a member was here.
alter table organizations
  -- When the widget was first asked for by a page that is not ours, and that page's host.
  add column widget_seen_at timestamptz(3),
  add column widget_seen_on text check (char_length(widget_seen_on) <= 260),
  -- Steps of the checklist that an owner does not want to take.
  add column checklist_skipped text[] not null default '{}' check (checklist_skipped <@ array['store', 'colleague']),
  add column checklist_closed_at timestamptz(3);
grant update (checklist_skipped, checklist_closed_at) on organizations to storehand_tenant;

-- Whoever has had an application is past the beginning.
update organizations set checklist_closed_at = now()
where exists (select from applicants where applicants.organization_id = organizations.id);

-- When each member looked at the overview or the list of applicants.
create table visits (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Known to within some minutes.
  seen_at timestamptz(3) not null,
  -- The end of the visit before this one.
  before_at timestamptz(3),
  primary key (organization_id, user_id)
);
create index visits_user_id_idx on visits (user_id);

grant select, insert, update, delete on visits to storehand_tenant;
alter table visits enable row level security;
create policy tenant on visits to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
