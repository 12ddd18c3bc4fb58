-- The applicant's own page: which of its links are still good, and what a shop lets it say.
alter table applicants
add column opened_at timestamptz(3),
-- Links of an earlier generation have ended: the applicant ended them.
add column link_generation integer not null default 0;

alter table organizations
-- Whether applicants are told that somebody has opened their application.
add column shows_opened boolean not null default false,
-- What applicants read about a status, by the status; one without words has those that come with the product.
add column status_words jsonb not null default '{}';
grant update (shows_opened, status_words)
on organizations
to storehand_tenant;
