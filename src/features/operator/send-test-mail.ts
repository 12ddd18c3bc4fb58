// The operator sends a mail to an address, to see that the mail server takes it.
import { randomUUID } from 'node:crypto'
import { OperatorError } from '#domain/operator-error.ts'
import type { Deps } from '../deps.ts'

export async function sendTestMail(
  mailServer: Pick<NonNullable<Deps['mailServer']>, 'send'> | undefined,
  to: string,
): Promise<void> {
  if (!mailServer) {
    throw new OperatorError('SMTP_URL is not set, so no mail can be sent. Set it, and restart.')
  }
  const words =
    'The operator of this installation of Storehand sent this mail to see that mails arrive.'
  await mailServer.send({
    id: randomUUID(),
    to,
    senderName: 'Storehand',
    replyTo: null,
    content: { subject: 'A test mail of Storehand', text: words, html: `<p>${words}</p>` },
  })
}
