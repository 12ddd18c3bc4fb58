// Sends one rendered mail over SMTP.
import { domainToASCII } from 'node:url'
import type { Transporter } from 'nodemailer'
import type { RenderedMail } from '#domain/mails/mails.ts'

export type OutgoingMail = {
  /** The same in all attempts, so that the receiving server can recognise a duplicate. */
  id: string
  to: string
  senderName: string
  /** The address for replies; null for the sender. */
  replyTo: string | null
  content: RenderedMail
  /** For one-click unsubscribe in mail programs (RFC 8058). */
  unsubscribeLink?: string
}

/** The receiving server permanently refused the mailbox; a retry is useless. */
export class AddressRefused extends Error {}

export type MailServer = {
  /** Resolves when the server has accepted the mail. Throws AddressRefused, or any other error for a retry later. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Timeout of one SMTP step. The mail is retried later. */
const TIMEOUT_MS = 10_000

/** A whole delivery takes at most this many timeouts: it must end before the lease of its row does. */
const MAX_TIMEOUTS = 3

/** The recipient was refused permanently. Not a policy refusal (5.7.x), which the operator can fix. */
function isAddressRefused(error: unknown): error is Error {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false
  const isPermanent = [550, 551, 553].includes(Number(error.responseCode))
  const reply = 'response' in error ? String(error.response) : ''
  return error.command === 'RCPT TO' && isPermanent && !/\b5\.7\.\d/.test(reply)
}

export function connectMailServer(
  smtpUrl: string,
  mailFrom: string,
  timeout = TIMEOUT_MS,
): MailServer {
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom.trim()
  const options = {
    url: smtpUrl,
    pool: true as const,
    // As many as mails are sent at once: more would wait for a connection, as if the server were slow.
    maxConnections: 6,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // The outbox does the retries.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: Transporter | undefined
  return {
    async send(mail) {
      // The library is large, and loaded with the first mail.
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport(options)
      const sent = transport.sendMail({
        messageId: `<${mail.id}@${domainToASCII(address.split('@')[1] ?? '') || 'storehand'}>`,
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
        signal: AbortSignal.timeout(MAX_TIMEOUTS * timeout),
      })
      await sent.catch((error: unknown) => {
        throw isAddressRefused(error) ? new AddressRefused(error.message, { cause: error }) : error
      })
    },
    close: () => transport?.close(),
  }
}
