-- Which version of the reader a CV was read by: a text of an older one is read again in the background.
alter table cv_texts
add column reader smallint not null default 0;
create index cv_texts_reader_idx on cv_texts (reader);
