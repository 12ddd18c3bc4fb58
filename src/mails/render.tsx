// The entry of the mails: renders a view as one mail. Vite builds this file for the server.
import { renderToStaticMarkup } from 'react-dom/server'
import { oneLine, unlinked } from '#domain/mails/mail-names.ts'
import type { MailView, RenderMail } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'
import { applicationReceivedMail } from './application-received-mail.tsx'
import { invitationMail } from './organizations/invitation-mail.tsx'
import { accountCodeMail } from './account-code-mail.tsx'
import { dataRequestMail } from './rights/data-request-mail.tsx'
import { breachNoticeMail } from './breach-notice-mail.tsx'
import { MailBrandContext, type MailDraft } from './mail-layout.tsx'
import { joinDecisionMail } from './organizations/join-decision-mail.tsx'
import { joinRequestsMail } from './organizations/join-requests-mail.tsx'
import { isPersonName } from './mail-text.ts'
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

const nameOr = (name: string, otherwise: string): string => {
  const line = oneLine(name)
  return isPersonName(line) ? line : otherwise
}
const personForMail = <Person extends { name: string; jobTitle: string }>(
  person: Person,
): Person => ({
  ...person,
  name: nameOr(person.name, t('mails.applicantUnnamed')),
  jobTitle: unlinked(person.jobTitle),
})

// Names of organizations and jobs are untrusted text for the recipient: no part of them becomes a link.
function draft(mail: MailView): MailDraft {
  if (mail.kind === 'reset-password') {
    return resetPasswordMail({ ...mail.data, name: oneLine(mail.data.name) })
  }
  if (mail.kind === 'invitation') {
    return invitationMail({
      ...mail.data,
      inviter: oneLine(mail.data.inviter),
      organization: oneLine(mail.data.organization),
    })
  }
  if (mail.kind === 'retention') {
    return retentionMail({ ...mail.data, organization: unlinked(mail.data.organization) })
  }
  if (mail.kind === 'data-request') {
    return dataRequestMail({ ...mail.data, organization: unlinked(mail.data.organization) })
  }
  if (mail.kind === 'store-lost') {
    return storeLostMail({
      ...mail.data,
      organization: unlinked(mail.data.organization),
      shop: unlinked(mail.data.shop),
    })
  }
  if (mail.kind === 'codes-limit') {
    return codesLimitMail({ ...mail.data, organization: unlinked(mail.data.organization) })
  }
  if (mail.kind === 'rights-reminder') {
    return rightsReminderMail({ ...mail.data, organization: unlinked(mail.data.organization) })
  }
  if (mail.kind === 'keep-question') {
    return keepQuestionMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      jobTitle: unlinked(mail.data.jobTitle),
      firstName: oneLine(mail.data.firstName),
    })
  }
  if (mail.kind === 'job-invitation') {
    return jobInvitationMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      storeName: unlinked(mail.data.storeName),
      address: mail.data.address && unlinked(mail.data.address),
      jobTitle: unlinked(mail.data.jobTitle),
      place: unlinked(mail.data.place),
      pay: mail.data.pay && unlinked(mail.data.pay),
    })
  }
  if (mail.kind === 'breach-notice') {
    return breachNoticeMail({ ...mail.data, shopName: unlinked(mail.data.shopName) })
  }
  if (mail.kind === 'new-applications') {
    return newApplicationsMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      applications: mail.data.applications.map(personForMail),
    })
  }
  if (mail.kind === 'undelivered-mails') {
    return undeliveredMailsMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      mails: mail.data.mails.map(personForMail),
    })
  }
  if (mail.kind === 'join-requests') {
    return joinRequestsMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      names: mail.data.names.map((name) => nameOr(name, t('mails.personUnnamed'))),
    })
  }
  if (mail.kind === 'join-approved' || mail.kind === 'join-declined') {
    return joinDecisionMail({
      ...mail,
      data: { ...mail.data, shopName: unlinked(mail.data.shopName) },
    })
  }
  if (mail.kind === 'security-notice') return securityNoticeMail(mail.data)
  if (mail.kind === 'account-code') return accountCodeMail(mail.data)
  if (mail.kind === 'application-received') {
    return applicationReceivedMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      jobTitle: unlinked(mail.data.jobTitle),
      firstName: oneLine(mail.data.firstName),
    })
  }
  if (mail.kind === 'restriction-lifted') {
    return restrictionLiftedMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      jobTitle: unlinked(mail.data.jobTitle),
    })
  }
  if (mail.kind === 'page-link') {
    return pageLinkMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      jobTitle: unlinked(mail.data.jobTitle),
    })
  }
  if (mail.kind === 'page-links') {
    return pageLinksMail({
      shopName: unlinked(mail.data.shopName),
      applications: mail.data.applications.map((application) => ({
        ...application,
        jobTitle: unlinked(application.jobTitle),
      })),
    })
  }
  if (mail.kind === 'status-update' || mail.kind === 'template-test') {
    return statusUpdateMail({
      ...mail.data,
      shopName: unlinked(mail.data.shopName),
      jobTitle: unlinked(mail.data.jobTitle),
      subject: unlinked(mail.data.subject),
    })
  }
  return verificationMail({
    ...mail.data,
    shopName: unlinked(mail.data.shopName),
    jobTitle: unlinked(mail.data.jobTitle),
  })
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
