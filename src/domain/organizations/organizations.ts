// Organizations: the tenants. All data of a shop belongs to exactly one.
import { z } from 'zod'
import { givenColor } from '../careers/color.ts'
import { roles } from '../accounts/access.ts'
import { emailAddress } from '../accounts/accounts.ts'
import { brandFields, brand } from './brand.ts'
import { AppError } from '../errors.ts'
import { languages } from '../texts/locale.ts'
import { t } from '../texts/text.ts'
import { organizationId } from './organization-id.ts'
import { tooLong } from '../too-long.ts'

export const ORGANIZATION_NAME_MAX = 120
export const INVITATION_DAYS = 7
/** How long afterwards its link still shows what happened to it. */
export const INVITATION_KEPT_DAYS = 30

export const organization = brandFields.extend({
  id: organizationId,
  slug: z.string(),
  /** The language of its ads, as a tag; null: not set. */
  language: z.string().nullable(),
  created_at: z.string(),
})
export type Organization = z.output<typeof organization>

const organizationName = z
  .string({ error: () => t('organization.nameRequired') })
  .trim()
  .min(1, { error: () => t('organization.nameRequired') })
  .max(ORGANIZATION_NAME_MAX, tooLong('name', ORGANIZATION_NAME_MAX))

export const organizationInput = z.object({ name: organizationName })
export type OrganizationInput = z.infer<typeof organizationInput>

/** Changes of its appearance by owners; absent values are not changed. `accent` null: the product's own colour. */
export const brandInput = z.object({
  name: organizationName.optional(),
  accent: z
    .string()
    .max(20, { error: () => t('brand.accentInvalid') })
    .transform((text, context) => {
      const color = givenColor(text.trim())
      if (color !== null) return color
      context.addIssue({ code: 'custom', message: t('brand.accentInvalid') })
      return z.NEVER
    })
    .nullish(),
  /** The language of its ads. */
  language: z.enum(languages).nullish(),
})
export type BrandInput = z.output<typeof brandInput>

/** A row of the organization's people: an approved or a pending member. */
export const organizationMember = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** Whether the address was ever verified: anyone can sign up under another person's. */
  email_verified: z.boolean(),
  role: z.enum(roles),
  is_approved: z.boolean(),
  /** When an owner approved them; for pending members, when they requested it. */
  joined_at: z.string(),
})
export type OrganizationMember = z.output<typeof organizationMember>

/** Mailed, and not accepted yet. */
export const openInvitation = z.object({
  id: z.string(),
  email: z.string(),
  expires_at: z.string(),
})
export type OpenInvitation = z.output<typeof openInvitation>

export type InvitationState = 'open' | 'expired' | 'withdrawn' | 'used'

/** The inviter, the invited and the organization: shown only to the holder of the mailed token. */
export const invitationView = z.object({
  state: z.enum(['open', 'expired', 'withdrawn', 'used']),
  organization: brand.extend({ id: z.string() }),
  /** Null after their account was deleted. */
  inviter: z.string().nullable(),
  email: z.string(),
  role: z.enum(roles),
  expires_at: z.string(),
  /** Whether the address already has an account; returned only while the invitation is open. */
  has_account: z.boolean(),
})
export type InvitationView = z.output<typeof invitationView>

/** The current state of an invitation. */
export function invitationState(
  invitation: { accepted_at: string | null; withdrawn_at: string | null; expires_at: string },
  now: Date,
): InvitationState {
  if (invitation.accepted_at !== null) return 'used'
  if (invitation.withdrawn_at !== null) return 'withdrawn'
  return Date.parse(invitation.expires_at) > now.getTime() ? 'open' : 'expired'
}

/** The answer of `GET /api/organizations/members`; the parts for owners are null for staff. */
export const membersView = z.object({
  members: z.array(organizationMember),
  pending: z.array(organizationMember).nullable(),
  invitations: z.array(openInvitation).nullable(),
})
export type MembersView = z.output<typeof membersView>

export const invitationInput = z.object({ email: emailAddress })
export const acceptInput = z.object({
  token: z.string({ error: () => t('organization.invitationInvalid') }).max(200),
})
export const roleInput = z.object({ role: z.enum(roles) })

/**
 * The rules for changes by owners. `owners` are the approved owners, locked by the caller. Owners cannot change themselves, so
 * at least the acting owner remains.
 */
export function refuseDecision(owners: readonly string[], actorId: string, memberId: string): void {
  if (!owners.includes(actorId)) throw new AppError('organization.ownerRequired')
  if (actorId !== memberId) return
  throw new AppError(owners.length === 1 ? 'organization.lastOwner' : 'organization.ownRow')
}

/**
 * The slug in an organization's public addresses: letters and digits of its name, joined by dashes; 'shop' when none is
 * left.
 */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  // By characters, so that no surrogate pair is split; a cut can leave a dash at the end.
  return Array.from(words).slice(0, 60).join('').replace(/-$/, '') || 'shop'
}
