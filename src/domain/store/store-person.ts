// The person behind a user of a shop, who opens the dashboard inside the shop's admin.
import { z } from 'zod'
import { emailAddress, PASSWORD } from '../accounts/accounts.ts'
import { t } from '../texts/text.ts'

export const storePersonStates = [
  /** An approved member: the dashboard opens. */
  'member',
  /** Waits for an owner's approval. */
  'pending',
  /** One step is enough: the platform has proved the address, or the person is known already. */
  'new',
  /** Has to prove the address, or the account that has it. */
  'unproved',
  /** Has to show the second factor of their account. */
  'second_factor',
  /** Belongs to another organization. */
  'elsewhere',
] as const

/** Who the platform's user is to us. */
export const storePersonView = z.object({
  state: z.enum(storePersonStates),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  shop_name: z.string(),
  /** Null: it is made with the first person. */
  organization_name: z.string().nullable(),
})
export type StorePersonView = z.output<typeof storePersonView>

const code = z
  .string({ error: () => t('address.codeNeeded') })
  .trim()
  .min(1, { error: () => t('address.codeNeeded') })
  .max(64, { error: () => t('address.codeNeeded') })

/** By the mailed code, or by the password of an account and, where it has one, a code of its second factor. */
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
