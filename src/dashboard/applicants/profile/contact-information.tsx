// How the applicant can be reached.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import type { ReactNode } from 'react'
import { Globe, Link2, Mail, Phone, type LucideIcon } from 'lucide-react'
import type { Applicant } from '#domain/applicants/applicants.ts'
import { isWebAddress } from '#domain/applicants/typed-values.ts'
import { t } from '#domain/texts/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Part } from './profile-part.tsx'

export function ContactInformation({ applicant }: { applicant: Applicant }) {
  const { email, phone, linkedin_url: linkedin, website_url: website } = applicant
  return (
    <Part title={t('applicant.contactTitle')} anchor="contact">
      {/* Side by side if both fit, else below each other: no address is broken. */}
      <ul className="flex flex-wrap gap-x-8 gap-y-0.5">
        <ContactLine icon={Mail} href={`mailto:${email}`} text={shownEmailAddress(email)}>
          <CopyButton name={t('action.copyEmail')} text={email} />
        </ContactLine>
        {phone && (
          <ContactLine icon={Phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`} text={phone}>
            <CopyButton name={t('action.copyPhone')} text={phone} />
          </ContactLine>
        )}
        {linkedin && <WebLine icon={Link2} name={t('applicant.linkedin')} address={linkedin} />}
        {website && <WebLine icon={Globe} name={t('applicant.website')} address={website} />}
      </ul>
    </Part>
  )
}

const line = 'flex min-h-8 max-w-full min-w-0 items-center gap-2.5 max-md:min-h-11'

function ContactLine({
  icon: Icon,
  href,
  text,
  children,
}: {
  icon: LucideIcon
  href: string
  text: string
  children: ReactNode
}) {
  return (
    <li className={line}>
      <Icon size={16} className="flex-none text-ink-3" />
      <a href={href} dir="ltr" className="min-w-0 wrap-anywhere underline decoration-field">
        {text}
      </a>
      <span className="print:hidden">{children}</span>
    </li>
  )
}

/** A typed address becomes a link only with http or https. */
function WebLine({
  icon: Icon,
  name,
  address,
}: {
  icon: LucideIcon
  name: string
  address: string
}) {
  return (
    <li className={line}>
      <Icon size={16} className="flex-none text-ink-3" />
      <span className="sr-only">{name}</span>
      {isWebAddress(address) ? (
        <a
          href={address}
          dir="ltr"
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 wrap-anywhere underline decoration-field"
        >
          {address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </a>
      ) : (
        <span className="min-w-0 wrap-anywhere">{address}</span>
      )}
    </li>
  )
}
