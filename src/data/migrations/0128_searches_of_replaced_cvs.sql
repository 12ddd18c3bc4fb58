-- Search: the words of a replaced CV stayed where the new file had no text. They are the words of weight D, so only such rows are made
-- anew.
select refresh_applicant_search(cv_texts.applicant_id)
from
  cv_texts
  join applicant_searches on applicant_searches.applicant_id = cv_texts.applicant_id
where cv_texts.text is null and ts_filter(document, '{d}') <> '';
