// How the applicant can be reached.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import type { ReactNode } from 'react'
import { Globe, Link2, Mail, Phone, type LucideIcon } from 'lucide-react'
import { columnOf, fieldsOf, type FieldOf } from '#domain/applicants/application-fields.ts'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import { isWebAddress } from '#domain/applicants/typed-values.ts'
import { t } from '#domain/texts/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Part } from './profile-part.tsx'

const lines: Record<
  FieldOf<'line'>,
  { icon: LucideIcon; href: (text: string) => string; copyName: () => string }
> = {
  phone: {
    icon: Phone,
    href: (text) => `tel:${text.replace(/[^\d+]/g, '')}`,
    copyName: () => t('action.copyPhone'),
  },
}
const addresses: Record<FieldOf<'address'>, { icon: LucideIcon; name: () => string }> = {
  linkedinUrl: { icon: Link2, name: () => t('applicant.linkedin') },
  websiteUrl: { icon: Globe, name: () => t('applicant.website') },
}

export function ContactInformation({ applicant }: { applicant: Applicant }) {
  const { email } = applicant
  return (
    <Part title={t('applicant.contactTitle')} anchor="contact">
      {/* Side by side if both fit, else below each other: no address is broken. */}
      <ul className="flex flex-wrap gap-x-8 gap-y-0.5">
        <ContactLine icon={Mail} href={`mailto:${email}`} text={shownEmailAddress(email)}>
          <CopyButton name={t('action.copyEmail')} text={email} />
        </ContactLine>
        {fieldsOf('line').map((field) => {
          const text = applicant[columnOf(field)]
          const { icon, href, copyName } = lines[field]
          return (
            text && (
              <ContactLine key={field} icon={icon} href={href(text)} text={text}>
                <CopyButton name={copyName()} text={text} />
              </ContactLine>
            )
          )
        })}
        {fieldsOf('address').map((field) => {
          const address = applicant[columnOf(field)]
          const { icon, name } = addresses[field]
          return address && <WebLine key={field} icon={icon} name={name()} address={address} />
        })}
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
