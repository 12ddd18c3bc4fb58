-- Those who applied before with such a name; everybody else is found as before.
select refresh_applicant_search(id)
from applicants
where names_in_one(first_name, last_name) is not null;
