// To staff: who applied. Contains no address, CV or answer: those stay in the dashboard, where they can be erased.
import type { SafeViews } from '#domain/mails/mails.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { MailButton, MailLayout, Paragraph, PersonList, type MailDraft } from './mail-layout.tsx'
import { cutAtWord, SUBJECT_MAX } from './mail-text.ts'
import { andMore, footLinks, footText } from './staff-foot.ts'

export function newApplicationsMail(mail: SafeViews['new-applications']): MailDraft {
  const { shopName, applications, more, pace } = mail
  const count = applications.length + more
  const titles = new Set(applications.map(({ jobTitle }) => jobTitle))
  const [title = ''] = titles
  // The applicants that are not listed may be for another job.
  const isOneJob = titles.size === 1 && more === 0
  const [first] = applications
  const one = count === 1 ? first : undefined
  const subject = subjectOf(one?.name, count, isOneJob ? title : undefined)
  const summary = summaryOf(one?.name, count, one || isOneJob ? title : undefined)
  const where = t('mails.newApplications.where')
  const link = one ? one.link : mail.listLink
  const button = one ? t('mails.newApplications.buttonOne') : t('mails.newApplications.button')
  const people = applications.map((person) => ({
    ...person,
    words: isOneJob ? '' : person.jobTitle,
  }))
  const reason = t('mails.newApplications.reason', { rhythm: t(`mails.rhythm.${pace}`), shopName })
  const listed = people.map(({ name, words, link: to }) =>
    [words ? `${name}, ${words}` : name, to].join('\n'),
  )
  return {
    subject,
    page: (
      <MailLayout subject={subject} sender={shopName} reason={reason} footLinks={footLinks(mail)}>
        <Paragraph>{summary}</Paragraph>
        {!one && <PersonList people={people} />}
        {more > 0 && <Paragraph>{andMore(more)}</Paragraph>}
        <MailButton link={link}>{button}</MailButton>
        <Paragraph quiet>{where}</Paragraph>
      </MailLayout>
    ),
    text: `${shopName}

${summary}
${one ? '' : `\n${listed.join('\n\n')}\n`}${more > 0 ? `\n${andMore(more)}\n` : ''}
${button}:
${link}

${where}

--
${reason}
${footText(mail)}
`,
  }
}

function summaryOf(name: string | undefined, count: number, title: string | undefined): string {
  if (title === undefined) return t('mails.newApplications.many', { count: numberText(count) })
  return name === undefined
    ? t('mails.newApplications.manyForJob', { count: numberText(count), title })
    : t('mails.newApplications.one', { name, title })
}

function subjectOf(name: string | undefined, count: number, title: string | undefined): string {
  const opening =
    name === undefined
      ? t('mails.newApplications.subject', { count })
      : t('mails.newApplications.subjectOne', { name })
  return cutAtWord(
    title === undefined ? opening : t('mails.newApplications.subjectForJob', { opening, title }),
    SUBJECT_MAX,
  )
}
