// The digest to owners: which applications are erased soon, and the confirmation that is needed before too many are erased at once.
import type { MailViews } from '#domain/mails/mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'

export function retentionMail(mail: MailViews['retention']): MailDraft {
  const { organization, due, total, soon, firstOn, isStopped, link } = mail
  const first = firstOn === null ? '' : dayText(new Date(firstOn), 'UTC')
  const question = isStopped ? t('mails.applicationsAre', { due, total }) : ''
  const coming = soon > 0 ? t('mails.soonWillBeDeleted', { soon, first }) : ''
  const why = t('mails.applicationsAreDeletedSix')
  const subject = isStopped
    ? t('mails.pleaseConfirm', { due })
    : t('mails.soonWillBeDeletedFrom', { soon, first })
  const button = isStopped ? t('mails.lookAndConfirm') : t('mails.openTheApplicants')
  const reason = t('mails.youGetThisEmailBecauseYouAre', { organization })
  const paragraphs = [question, coming, why].filter(Boolean)
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={organization} reason={reason}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        <MailButton link={link}>{button}</MailButton>
      </MailFrame>
    ),
    text: `${organization}

${paragraphs.join('\n\n')}

${button}:
${link}

--
${reason}
`,
  }
}
