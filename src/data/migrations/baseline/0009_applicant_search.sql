-- Search over applicants: one document for each, kept by triggers, of everything staff may look for. A search costs no more
-- than its first thousand hits, and nothing for what other organizations' applicants have written.

/* sql-parser-cst-disable */
create text search configuration applicant_words (copy = simple);
alter text search configuration applicant_words
alter mapping for hword, hword_part, word with unaccent, simple;
/* sql-parser-cst-enable */

create table applicant_searches (
  applicant_id uuid primary key,
  organization_id uuid not null,
  -- Name and address, folded: for parts of words.
  person text not null,
  -- Everything, weighed by where it stands: A the person, B the answers, C the notes, D the CV.
  document tsvector not null,
  -- Search: what is searched of an applicant says when they applied, so that those who fit are found newest first, without a look at
  -- the applicants who do not. Filled for earlier ones by the migration after this one, which locks no table; this one locks it, and
  -- ends soon.
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
-- The organization stands in the index: a name that many shops' applicants have costs each shop its own only.
create index applicant_searches_person_idx on applicant_searches using gin (
  organization_id,
  person gin_trgm_ops
);
create index applicant_searches_words_idx on applicant_searches using gin (
  words_of_organization(organization_id, document)
);
-- The order of applicants_list_idx. Made before the column is filled: afterwards it would wait for everybody who changes a row, and
-- some of them would be waiting for the filling.
create index applicant_searches_newest_idx on applicant_searches (
  organization_id,
  created_at desc,
  applicant_id desc
);
select add_tenant_policy('applicant_searches', 'select, insert, update, delete');
