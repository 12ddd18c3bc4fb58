// Organizations: the tenants. Everything a shop owns belongs to exactly one.
import { z } from 'zod'
import { messages, tooLong } from './messages.ts'

export const ORGANIZATION_NAME_MAX = 120

export type Organization = { id: string; name: string; slug: string; created_at: string }

export const organizationInput = z.object({
  name: z
    .string({ error: messages['organization.nameRequired'] })
    .trim()
    .min(1, messages['organization.nameRequired'])
    .max(ORGANIZATION_NAME_MAX, tooLong('Name', ORGANIZATION_NAME_MAX)),
})
export type OrganizationInput = z.infer<typeof organizationInput>

/** The word in an organization's public addresses: letters and digits of its name, joined by dashes; 'shop' where none is left. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  // By characters, not halves of them; a cut can leave a dash at the end.
  return Array.from(words).slice(0, 60).join('').replace(/-$/, '') || 'shop'
}
