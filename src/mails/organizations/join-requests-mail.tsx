// To owners: who asks to join.
import type { SafeViews } from '#domain/mails/mails.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, type MailDraft } from '../mail-layout.tsx'
import { cutAtWord, SUBJECT_MAX } from '../mail-text.ts'
import { andMore, footLinks, footText } from '../staff-foot.ts'

export function joinRequestsMail(mail: SafeViews['join-requests']): MailDraft {
  const { shopName, names, more, link } = mail
  const count = names.length + more
  const [name = ''] = names
  const [topic, sentence] =
    count === 1
      ? [
          t('mails.joinRequests.subjectOne', { name, shopName }),
          t('mails.joinRequests.toldOne', { name, shopName }),
        ]
      : [
          t('mails.joinRequests.subject', { count: numberText(count), shopName }),
          t('mails.joinRequests.told', { count: numberText(count), shopName }),
        ]
  const subject = cutAtWord(topic, SUBJECT_MAX)
  const list = count === 1 ? [] : names
  const careful = t('mails.joinRequests.careful')
  const button = count === 1 ? t('mails.joinRequests.buttonOne') : t('mails.joinRequests.button')
  const reason = t('mails.joinRequests.reason', { shopName })
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} footLinks={footLinks(mail)}>
        <Paragraph>{sentence}</Paragraph>
        {list.length > 0 && (
          <Paragraph>
            <span style={{ whiteSpace: 'pre-line' }}>{list.join('\n')}</span>
          </Paragraph>
        )}
        {more > 0 && <Paragraph>{andMore(more)}</Paragraph>}
        <MailButton link={link}>{button}</MailButton>
        <Paragraph quiet>{careful}</Paragraph>
      </MailLayout>
    ),
    text: `${shopName}

${sentence}
${list.length > 0 ? `\n${list.join('\n')}\n` : ''}${more > 0 ? `\n${andMore(more)}\n` : ''}
${button}:
${link}

${careful}

--
${reason}
${footText(mail)}
`,
  }
}
