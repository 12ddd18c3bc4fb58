-- By which rules a document was built (src/data/functions/words/search_rules.sql): one of older rules is built again in the background.
alter table applicant_searches
add column rules smallint not null default 0;
create index applicant_searches_old_idx on applicant_searches (rules) where rules < 1;
