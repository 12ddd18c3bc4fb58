// The entry of the mails: renders a view as one mail. Vite builds this file for the server.
import { renderToStaticMarkup } from 'react-dom/server'
import {
  mailKinds,
  type MailKind,
  type MailViews,
  type RenderMail,
  type SafeViews,
} from '#domain/mails/mails.ts'
import { applicationReceivedMail } from './application-received-mail.tsx'
import { invitationMail } from './organizations/invitation-mail.tsx'
import { accountCodeMail } from './account-code-mail.tsx'
import { dataRequestMail } from './rights/data-request-mail.tsx'
import { breachNoticeMail } from './breach-notice-mail.tsx'
import { MailBrandContext, type MailDraft } from './mail-layout.tsx'
import { joinDecisionMail } from './organizations/join-decision-mail.tsx'
import { joinRequestsMail } from './organizations/join-requests-mail.tsx'
import { jobInvitationMail } from './job-invitation-mail.tsx'
import { newApplicationsMail } from './new-applications-mail.tsx'
import { undeliveredMailsMail } from './undelivered-mails-mail.tsx'
import { pageLinkMail, pageLinksMail } from './page-link-mail.tsx'
import { resetPasswordMail } from './reset-password-mail.tsx'
import { keepQuestionMail } from './rights/keep-question-mail.tsx'
import { restrictionLiftedMail } from './rights/restriction-lifted-mail.tsx'
import { rightsReminderMail } from './rights/rights-reminder-mail.tsx'
import { retentionMail } from './retention-mail.tsx'
import { securityNoticeMail } from './security-notice-mail.tsx'
import { codesLimitMail } from './codes-limit-mail.tsx'
import { storeLostMail } from './store-lost-mail.tsx'
import { statusUpdateMail } from './status-update-mail.tsx'
import { verificationMail } from './verification-mail.tsx'

const templates: { [Kind in MailKind]: (data: SafeViews[Kind]) => MailDraft } = {
  verification: verificationMail,
  'account-code': accountCodeMail,
  'reset-password': resetPasswordMail,
  'security-notice': securityNoticeMail,
  'breach-notice': breachNoticeMail,
  invitation: invitationMail,
  'application-received': applicationReceivedMail,
  'page-link': pageLinkMail,
  'page-links': pageLinksMail,
  'restriction-lifted': restrictionLiftedMail,
  'status-update': statusUpdateMail,
  'template-test': statusUpdateMail,
  retention: retentionMail,
  'data-request': dataRequestMail,
  'store-lost': storeLostMail,
  'codes-limit': codesLimitMail,
  'rights-reminder': rightsReminderMail,
  'keep-question': keepQuestionMail,
  'job-invitation': jobInvitationMail,
  'new-applications': newApplicationsMail,
  'undelivered-mails': undeliveredMailsMail,
  'join-requests': joinRequestsMail,
  'join-approved': (data) => joinDecisionMail(data, true),
  'join-declined': (data) => joinDecisionMail(data, false),
}

function draft<Kind extends MailKind>({ kind, data }: { kind: Kind; data: MailViews[Kind] }) {
  // The compiler does not follow that the schema and the template are of the same kind.
  const safe = mailKinds[kind].view.parse(data) as SafeViews[Kind]
  return templates[kind](safe)
}

export const renderMail: RenderMail = (mail, brand = null) => {
  const { subject, text, page } = draft(mail)
  const markup = renderToStaticMarkup(<MailBrandContext value={brand}>{page}</MailBrandContext>)
  const html = markup.startsWith('<!') ? markup : `<!DOCTYPE html>${markup}`
  return { subject, html, text }
}

// This bundle has its own copy of the catalogue, separate from the server's.
export { inLocale } from '#domain/texts/locale.ts'
export { readCataloguesBy } from '#domain/texts/compiled-messages.ts'
