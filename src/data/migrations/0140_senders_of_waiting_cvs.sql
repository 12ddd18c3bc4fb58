-- From which network a file came that waits for its application, as a hash: what one network may leave waiting at one organization
-- is limited. Cleared with the application; null also where networks are not counted.
alter table cv_files
add column sent_from bytea;
create index cv_files_sent_from_idx on cv_files (organization_id, sent_from)
where sent_from is not null;
