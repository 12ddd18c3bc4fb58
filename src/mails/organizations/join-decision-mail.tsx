// To a person who asked to join: the owner's decision.
import type { SafeViews } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from '../mail-layout.tsx'
import { cutAtWord, SUBJECT_MAX } from '../mail-text.ts'

export function joinDecisionMail(
  { shopName, link }: SafeViews['join-approved'],
  isIn: boolean,
): MailDraft {
  const subject = cutAtWord(
    isIn ? t('mails.joined.subject', { shopName }) : t('mails.declined.subject', { shopName }),
    SUBJECT_MAX,
  )
  const paragraphs = isIn
    ? [t('mails.joined.text', { shopName })]
    : [t('mails.declined.text', { shopName }), t('mails.declined.account')]
  const button = t('mails.security.button')
  const reason = t('mails.joined.reason', { shopName })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        {isIn && <MailButton link={link}>{button}</MailButton>}
      </MailLayout>
    ),
    text: `${shopName}

${paragraphs.join('\n\n')}
${isIn ? `\n${button}:\n${link}\n` : ''}
--
${reason}
`,
  }
}
