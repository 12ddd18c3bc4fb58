// Passkeys: keys that a person's device stores, instead of a password or beside it.
import { z } from 'zod'
import { PASSWORD } from './accounts.ts'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
export const PASSKEY_CHALLENGE_SECONDS = 300

/** The purpose of a challenge. */
export const passkeyPurposes = ['add', 'sign-in', 'factor'] as const
export type PasskeyPurpose = (typeof passkeyPurposes)[number]

/** A passkey as its owner sees it. */
export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** As a second factor, after the password. */
  is_factor: z.boolean(),
})
export type PasskeyView = z.output<typeof passkeyView>

const text = z.string().max(20_000)
/** The limit of the whole answer, including unknown fields. */
const ANSWER_MAX = 100_000
/** The browser's answer, in WebAuthn's JSON format; only the signature proves anything. */
export const deviceAnswer = z
  .looseObject({
    id: text.min(1),
    rawId: text.min(1),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: text }),
    clientExtensionResults: z.looseObject({}).default({}),
  })
  .refine((answer) => JSON.stringify(answer).length <= ANSWER_MAX)
export type DeviceAnswer = z.infer<typeof deviceAnswer>

export const passkeyBeginInput = z.object({ proof: z.string().max(PASSWORD.max).optional() })
export const passkeyInput = z.object({
  challenge_id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1, { error: () => t('passkey.nameRequired') })
    .max(PASSKEY_NAME_MAX, tooLong('name', PASSKEY_NAME_MAX)),
  credential: deviceAnswer,
})
export type PasskeyInput = z.infer<typeof passkeyInput>
export const passkeySignInInput = z.object({ challenge_id: z.uuid(), credential: deviceAnswer })
