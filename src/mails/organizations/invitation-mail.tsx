// An owner's invitation to the organization.
import { isPersonName, unlinked } from '#domain/mails/mail-names.ts'
import type { SafeViews } from '#domain/mails/mails.ts'
import { t, rich } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from '../mail-layout.tsx'
import { cutAtWord, withCut } from '../mail-text.ts'

// A shop may be named after its domain, which is shown without dots; a name that is a URL is not shown.
const looksLikeLink = /[/@\\]|:\/\//u
const NAME_SHARE = 25

/** Anyone can sign up, create an organization and invite a stranger: names that do not look like names are not shown. */
export function invitationMail(mail: SafeViews['invitation']): MailDraft {
  const inviter = isPersonName(mail.inviter) ? mail.inviter : t('mails.invitation.inviterUnnamed')
  const isShopName = mail.organization !== '' && !looksLikeLink.test(mail.organization)
  const organization = isShopName
    ? unlinked(mail.organization)
    : t('mails.invitation.organizationUnnamed')
  const subject = withCut(organization, (organization) =>
    t('mails.invitation.subject', { inviter: cutAtWord(inviter, NAME_SHARE), organization }),
  )
  const valid = t('mails.invitation.valid', { days: mail.daysValid })
  const role = t('mails.invitation.role')
  const unasked = t('mails.invitation.unasked')
  const reason = t('mails.invitation.reason', { inviter })
  return {
    subject,
    page: (
      <MailLayout
        subject={subject}
        sender={isShopName ? organization : 'Storehand'}
        withLogo={isShopName}
        reason={reason}
      >
        <Paragraph>
          {rich('mails.invitation.text', {
            br: () => <br key="br" />,
            inviter,
            organization,
            b: (text) => (
              <b key="b" style={{ fontWeight: 650 }}>
                {text}
              </b>
            ),
          })}
        </Paragraph>
        <MailButton link={mail.link}>{t('mails.invitation.button', { organization })}</MailButton>
        <Paragraph>{role}</Paragraph>
        <Paragraph quiet>
          {valid} {unasked}
        </Paragraph>
      </MailLayout>
    ),
    text: `${isShopName ? organization : 'Storehand'}

${rich('mails.invitation.text', { inviter, organization, br: () => '\n', b: ([text]) => text }).join('')}

${t('mails.invitation.button', { organization })}:
${mail.link}

${role}

${valid}
${unasked}

--
${reason}
`,
  }
}
