// To owners: who asks to be let in.
import type { MailViews } from '#domain/mails/mails.ts'
import { numberText } from '#domain/texts/formats.ts'
import { MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { cutAtWord, SUBJECT_MAX } from './mail-text.ts'
import { andMore, footLinks, footText } from './staff-foot.ts'

export function joinRequestsMail(mail: MailViews['join-requests']): MailDraft {
  const { shopName, names, more, link } = mail
  const count = names.length + more
  const [first = ''] = names
  const who = count === 1 ? `${first} asks` : `${numberText(count)} people ask`
  const subject = cutAtWord(`${who} to join ${shopName}`, SUBJECT_MAX)
  const told = `${who} to join ${shopName} on Storehand.`
  const list = count === 1 ? [] : names
  const careful =
    'They see nothing of your applicants until an owner approves them. Approve only people you know: anybody can ask, under any name.'
  const button = count === 1 ? 'Look at the request' : 'Look at the requests'
  const reason = `You get this email because you are an owner of ${shopName} in Storehand.`
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={shopName} reason={reason} footLinks={footLinks(mail)}>
        <Paragraph>{told}</Paragraph>
        {list.length > 0 && (
          <Paragraph>
            <span style={{ whiteSpace: 'pre-line' }}>{list.join('\n')}</span>
          </Paragraph>
        )}
        {more > 0 && <Paragraph>{andMore(more)}</Paragraph>}
        <MailButton link={link}>{button}</MailButton>
        <Paragraph quiet>{careful}</Paragraph>
      </MailFrame>
    ),
    text: `${shopName}

${told}
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
