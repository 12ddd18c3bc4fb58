// Codes of authenticator apps (TOTP, RFC 6238), by the auth library's implementation. Its plugin for two factors is not
// used: it knows one factor a person, keeps its state in cookies and has no levels.
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { newToken } from '../secrets.ts'

const PERIOD_SECONDS = 30

/** `raw` is stored encrypted; `secret` (to type) and `uri` (for the QR code) are shown once. */
export function newTotp(
  issuer: string,
  account: string,
): { raw: string; secret: string; uri: string } {
  const raw = newToken().slice(0, 32)
  const uri = createOTP(raw).url(issuer, account)
  return { raw, secret: base32.encode(raw, { padding: false }), uri }
}

/** The time step of a code: the current one or a neighbour, because clocks differ. Undefined when the code is wrong. */
export async function totpStep(raw: string, code: string, now: Date): Promise<number | undefined> {
  const current = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS)
  const otp = createOTP(raw)
  for (const step of [current, current - 1, current + 1]) {
    if ((await otp.hotp(step)) === code) return step
  }
  return undefined
}
