-- What was and will be mailed about these applications, wherever it is kept, and what staff were told of them. The worker that
-- puts a copy into the local mailbox locks its notifications: either the copy is seen here, or it is rendered without these
-- people.
create or replace function erase_applicant_mails(applicants uuid[])
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  erased alias for $1;
  mail applicant_mails;
  remaining uuid;
  is_back boolean;
  waits boolean;
  gone uuid[];
begin
  for mail in
    select *
    from applicant_mails as each
    where
      organization_id = tenant_id()
      and further_applicants <> '{}'
      and (applicant_id = any (erased) or further_applicants && erased)
    order by id
    for update
  loop
    remaining := mail.applicant_id;
    if remaining = any (erased) then
      -- Who holds a lock on the other application may wait for this mail: then the mail goes with this one.
      select id
      into remaining
      from applicants as one
      where
        organization_id = tenant_id() and id = any (mail.further_applicants) and id <> all (erased)
      order by id
      limit 1
      for key share skip locked;
    end if;
    continue when remaining is null;
    is_back := mail.state = 'queued' and exists (select from take_back_mails(array[mail.id]));
    waits := mail.state = 'held' or is_back;
    delete from local_mailbox where id = mail.id;
    update applicant_mails
    set
      applicant_id = remaining,
      further_applicants = array(
        select id from unnest(mail.further_applicants) as id where id <> remaining and id <> all (erased)
      ),
      change_id = case
        when remaining = mail.applicant_id then mail.change_id
        else (
          select id
          from applicant_status_history as history
          where
            organization_id = tenant_id()
            and history.applicant_id = remaining
            and history.batch_id = mail.batch_id
            -- Staff may have written about it by itself meanwhile.
            and not exists (
              select
              from applicant_mails as other
              where other.change_id = history.id and other.state in ('held', 'queued')
            )
          order by seq desc
          limit 1
        )
      end,
      state = case
        when not is_back then mail.state
        -- Never two rejections waiting for one person.
        when mail.kind = 'rejected' and exists (
          select
          from applicant_mails as other
          where
            organization_id = tenant_id()
            and recipient = mail.recipient
            and kind = 'rejected'
            and state = 'held'
        ) then 'dropped'
        else 'held'
      end,
      subject = null,
      body = null,
      data_sealed = null,
      words = case
        when waits then mail.words
      end
    where id = mail.id;
  end loop;
  select array_agg(id)
  into gone
  from applicant_mails
  where organization_id = tenant_id() and applicant_id = any (erased);
  delete from mail_outbox where id = any (gone);
  delete from local_mailbox where id = any (gone);
  perform
  from notifications
  where organization_id = tenant_id() and applicant_id = any (erased)
  order by id
  for update;
  delete from local_mailbox
  where
    id in (
      select mail_id
      from notifications
      where organization_id = tenant_id() and applicant_id = any (erased)
    );
end;
$$;
revoke execute on function erase_applicant_mails(uuid[]) from public;
grant execute on function erase_applicant_mails(uuid[]) to storehand_tenant;
