-- Those who applied before with such a name; everybody else is found as before.
select refresh_applicant_search(id)
from applicants
where last_name ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]';
