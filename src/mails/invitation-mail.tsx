// The mail by which an owner asks someone into the organization.
import { unlinked } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { SUBJECT_MAX, cutAtWord, daysText, isPersonName } from './mail-text.ts'

// A shop may be called by its domain (shown without its dots), but nobody's shop is called by an address.
const looksLikeLink = /[/@\\]|:\/\//u
const NAME_SHARE = 25

/** Anyone can sign up, found an organization and invite a stranger: names that are something else are not passed on. */
export function invitationMail(mail: MailViews['invitation']): MailDraft {
  const inviter = isPersonName(mail.inviter) ? mail.inviter : 'Someone'
  const isShopName = mail.organization !== '' && !looksLikeLink.test(mail.organization)
  const organization = isShopName ? unlinked(mail.organization) : 'an organization'
  const opening = `${cutAtWord(inviter, NAME_SHARE)} invites you to `
  const subject = opening + cutAtWord(organization, SUBJECT_MAX - opening.length)
  const valid = `The link is valid for ${daysText(mail.daysValid)} and for this address only.`
  const role =
    'You join as Staff: you read applications, answer them and look after the job posts. You are in as soon as you accept.'
  const unasked = 'If you do not know them, ignore this email. Nothing will happen.'
  const reason = `You get this email because ${inviter} entered your address in Storehand.`
  return {
    subject,
    page: (
      <MailFrame
        subject={subject}
        sender={isShopName ? organization : 'Storehand'}
        withLogo={isShopName}
        reason={reason}
      >
        <Paragraph>
          Hello,
          <br />
          {inviter} invites you to <b style={{ fontWeight: 650 }}>{organization}</b> on Storehand,
          where the team reads and answers job applications.
        </Paragraph>
        <MailButton link={mail.link}>Join {organization}</MailButton>
        <Paragraph>{role}</Paragraph>
        <Paragraph quiet>
          {valid} {unasked}
        </Paragraph>
      </MailFrame>
    ),
    text: `${isShopName ? organization : 'Storehand'}

Hello,
${inviter} invites you to ${organization} on Storehand, where the team reads and answers job applications.

Join ${organization}:
${mail.link}

${role}

${valid}
${unasked}

--
${reason}
`,
  }
}
