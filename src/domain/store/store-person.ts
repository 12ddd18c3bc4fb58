// A user of a shop who opens the dashboard inside the shop's admin.
import { z } from 'zod'
import { emailAddress, PASSWORD } from '../accounts/accounts.ts'
import { t } from '../texts/text.ts'

const storePersonStates = [
  /** An approved member: the dashboard opens. */
  'member',
  /** Waits for an owner's approval. */
  'pending',
  /** One step is enough: the platform has verified the address, or the person is already known. */
  'new',
  /** Must verify the address, or prove the account that has it. */
  'unproved',
  /** Must show the account's second factor. */
  'second_factor',
  /** Belongs to another organization. */
  'elsewhere',
] as const

/** How the platform's user relates to our users. */
export const storePersonView = z.object({
  state: z.enum(storePersonStates),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  shop_name: z.string(),
  /** Null: it is created with the first person. */
  organization_name: z.string().nullable(),
  /** They can come in as a person of this shop alone, beside an account that they may have. */
  can_use_shop: z.boolean(),
  /** They own the shop, which belongs to an organization that was not made in it: they can take it out. */
  can_take_out: z.boolean(),
  /** They own the shop, and the organization was made in it: one click makes them an owner. */
  comes_as_owner: z.boolean(),
  /** Works for the shop from outside: somebody of the shop opens it first. */
  is_collaborator: z.boolean(),
})
export type StorePersonView = z.output<typeof storePersonView>

/**
 * 'account': as the account of this address, or a new one. 'shop': as a person of this shop alone, whatever other shops and organizations
 * they work for. 'take-out': the same, and the shop leaves the organization it is in for a new one.
 */
export const joinInput = z.object({
  as: z.enum(['account', 'shop', 'take-out']).default('account'),
})
export type JoinAs = z.output<typeof joinInput>['as']

/**
 * The key of the account of a person of one shop, where other accounts have their address. It is no address, so that nobody can sign up
 * with it, or ask for a mail to it, and hold the account before that person comes.
 */
export const shopPersonKey = (shop: string, platformUserId: string): string =>
  `${platformUserId}/${shop}`

/** Not what anybody signs in with on our own site. */
export const isShopPersonKey = (email: string): boolean => /^\d+\//.test(email)

const code = z
  .string({ error: () => t('address.codeNeeded') })
  .trim()
  .min(1, { error: () => t('address.codeNeeded') })
  .max(64, { error: () => t('address.codeNeeded') })

/** By the mailed code, or by the password of an account and, if it has one, a code of its second factor. */
export const storePersonProof = z.union([
  z.object({ code }),
  z.object({
    email: emailAddress,
    password: z
      .string({ error: () => t('account.passwordNeeded') })
      .min(1, { error: () => t('account.passwordNeeded') })
      .max(PASSWORD.max, { error: () => t('auth.passwordTooLong') }),
    second_factor: z.string().trim().max(64).optional(),
  }),
])
export type StorePersonProof = z.output<typeof storePersonProof>

export const storeFactorInput = z.object({ code })
