// Verifies an applicant's address: a code to enter or a link to open.
import type { MailViews } from '#domain/mails/mails.ts'
import { spacedCode } from '#domain/verification/verification.ts'
import { t, rich } from '#domain/texts/text.ts'
import { CodeTag, MailButton, MailFrame, Paragraph, type MailDraft } from './mail-frame.tsx'
import { hoursText, withCut } from './mail-text.ts'

export function verificationMail(mail: MailViews['verification']): MailDraft {
  const code = spacedCode(mail.code)
  const subject = withCut(mail.jobTitle, (title) =>
    t('mails.yourCodeIs', { code, what: t('mails.applyFor', { title }) }),
  )
  const valid = t('mails.codeAndLinkAreValid', { hoursText: hoursText(mail.hoursValid) })
  const unasked = t('mails.ifYouDidNotAskForThisIgnoreIt')
  const reason = t('mails.youGetThisEmailBecauseSomeoneEntered', { shopName: mail.shopName })
  return {
    subject,
    page: (
      <MailFrame subject={subject} sender={mail.shopName} reason={reason} poweredBy>
        <Paragraph>
          {rich('mails.helloHereIsThe', {
            br: () => <br key="br" />,
            jobTitle: mail.jobTitle,
            b: (text) => (
              <b key="b" style={{ fontWeight: 650 }}>
                {text}
              </b>
            ),
          })}
        </Paragraph>
        <CodeTag code={code} />
        <Paragraph>{t('mails.orOpenThisLinkOn')}</Paragraph>
        <MailButton link={mail.link}>{t('mails.verifyMyEmail')}</MailButton>
        <Paragraph quiet>{valid}</Paragraph>
        <Paragraph quiet>{unasked}</Paragraph>
      </MailFrame>
    ),
    text: `${mail.shopName}

${t('mails.hello')}
${t('mails.hereIsTheCodeForJob', { jobTitle: mail.jobTitle })}

    ${code}

${t('mails.orOpenThisLinkOn')}
${mail.link}

${valid}
${unasked}

--
${reason}
${t('mails.poweredByStorehand')}
`,
  }
}
