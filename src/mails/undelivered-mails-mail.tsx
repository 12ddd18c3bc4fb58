// To owners: mails to applicants that were given up, one mail for each hour.
import type { SafeViews } from '#domain/mails/mails.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, PersonList, type MailDraft } from './mail-layout.tsx'
import { andMore, footLinks, footText } from './staff-foot.ts'

export function undeliveredMailsMail(mail: SafeViews['undelivered-mails']): MailDraft {
  const { shopName, mails, more } = mail
  const count = mails.length + more
  const [first] = mails
  const one = count === 1 ? first : undefined
  const subject = one
    ? t('mails.undelivered.subjectOne')
    : t('mails.undelivered.subject', { count: numberText(count) })
  const lead = one ? t('mails.undelivered.one') : t('mails.undelivered.many')
  const help = t('mails.undelivered.where')
  const link = one ? one.link : mail.listLink
  const button = one ? t('mails.newApplications.buttonOne') : t('mails.retention.button')
  const people = mails.map(({ name, jobTitle, what, link: to }) => ({
    name,
    link: to,
    words: `${jobTitle}. ${what}.`,
  }))
  const reason = t('mails.joinRequests.reason', { shopName })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} footLinks={footLinks(mail)}>
        <Paragraph>{lead}</Paragraph>
        <PersonList people={people} />
        {more > 0 && <Paragraph>{andMore(more)}</Paragraph>}
        <MailButton link={link}>{button}</MailButton>
        <Paragraph quiet>{help}</Paragraph>
      </MailLayout>
    ),
    text: `${shopName}

${lead}

${people.map(({ name, words, link: to }) => `${name}, ${words}\n${to}`).join('\n\n')}
${more > 0 ? `\n${andMore(more)}\n` : ''}
${button}:
${link}

${help}

--
${reason}
${footText(mail)}
`,
  }
}
