// To owners: emails to applicants that were given up, all of an hour in one.
import type { MailViews } from '#domain/mails/mails.ts'
import { numberText } from '#domain/texts/formats.ts'
import { MailButton, MailFrame, Paragraph, PersonList, type MailDraft } from './mail-frame.tsx'
import { andMore, footLinks, footText } from './staff-foot.ts'

export function undeliveredMailsMail(mail: MailViews['undelivered-mails']): MailDraft {
  const { shopName, mails, more } = mail
  const count = mails.length + more
  const [first] = mails
  const one = count === 1 ? first : undefined
  const subject = one
    ? 'An email to an applicant was not delivered'
    : `${numberText(count)} emails to applicants were not delivered`
  const told = one
    ? 'An email to an applicant could not be delivered. They do not know what it said.'
    : 'Emails to these applicants could not be delivered. They do not know what the emails said.'
  const help =
    'Each application shows which email it was. You can send emails about a status again there, or phone the person.'
  const link = one ? one.link : mail.listLink
  const button = one ? 'Open the application' : 'Open the applicants'
  const people = mails.map(({ name, jobTitle, what, link: to }) => ({
    name,
    link: to,
    words: `${jobTitle}. ${what}.`,
  }))
  const reason = `You get this email because you are an owner of ${shopName} in Storehand.`
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={shopName} reason={reason} footLinks={footLinks(mail)}>
        <Paragraph>{told}</Paragraph>
        <PersonList people={people} />
        {more > 0 && <Paragraph>{andMore(more)}</Paragraph>}
        <MailButton link={link}>{button}</MailButton>
        <Paragraph quiet>{help}</Paragraph>
      </MailFrame>
    ),
    text: `${shopName}

${told}

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
