// /dev/mailbox.json: the mails of an installation that sends none.
import { mailboxContracts } from '#domain/mails/mails-contract.ts'
import { readMailbox } from '#features/mails/send-mail.ts'
import { mount } from '../mount.ts'

export const mailboxRoutes = mount(mailboxContracts, {
  'GET /dev/mailbox.json': async ({ deps }) => {
    const mails = await readMailbox(deps)
    return mails.map(({ recipient, ...mail }) => ({ ...mail, to: recipient }))
  },
})
