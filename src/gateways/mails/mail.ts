// The mail server: hands one rendered mail over by SMTP.
import nodemailer from 'nodemailer'
import type { RenderedMail } from '#domain/mails/mails.ts'

export type OutgoingMail = {
  /** Stays the same over all attempts, so that a receiver can recognise a second copy. */
  id: string
  to: string
  senderName: string
  /** Where answers go; to the sender where it is null. */
  replyTo: string | null
  content: RenderedMail
  /** Where mail programs end mails of this kind by one press (RFC 8058). */
  unsubscribeLink?: string
}

/** The receiving server says for good that there is no such mailbox: trying again changes nothing. */
export class AddressRefused extends Error {}

export type MailServer = {
  /** Resolves when the server has taken the mail over; otherwise throws. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** No answer for this long counts as a failure: the mail is tried again later. */
const TIMEOUT_MS = 10_000

/** So many such waits make up a whole delivery at most: a server that answers each step late must not outlast the lease. */
const WAITS = 3

/** Refused at the recipient, and not by a rule about who may send (5.7), which the operator can mend. */
function isAddressRefused(error: unknown): error is Error {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false
  const isForGood = [550, 551, 553].includes(Number(error.responseCode))
  const reply = 'response' in error ? String(error.response) : ''
  return error.command === 'RCPT TO' && isForGood && !/\b5\.7\.\d/.test(reply)
}

export function connectMailServer(
  smtpUrl: string,
  mailFrom: string,
  timeout = TIMEOUT_MS,
): MailServer {
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom.trim()
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // The outbox decides when a mail is tried again.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      const sent = transport.sendMail({
        messageId: `<${mail.id}@${address.split('@')[1] ?? 'storehand'}>`,
        from: { name: mail.senderName, address },
        to: { name: '', address: mail.to },
        ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
        subject: mail.content.subject,
        text: mail.content.text,
        html: mail.content.html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribeLink && {
            'List-Unsubscribe': `<${mail.unsubscribeLink}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal: AbortSignal.timeout(WAITS * timeout),
      })
      await sent.catch((error: unknown) => {
        throw isAddressRefused(error) ? new AddressRefused(error.message, { cause: error }) : error
      })
    },
    close: () => transport.close(),
  }
}
