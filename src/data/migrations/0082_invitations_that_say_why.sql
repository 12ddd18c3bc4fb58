-- An invitation that was taken back stays for as long as its link could be opened: so that the link says why it ended.
alter table organization_invitations add column withdrawn_at timestamptz(3);
