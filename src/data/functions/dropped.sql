-- Functions and triggers that are no more. Run after the others, of which no earlier one may call these any more; what the code of the
-- last release calls stays until the release after it.
drop function if exists folded(text);
drop function if exists parts_of_address(text);
