// Sign-in with a wallet: the message a person signs (EIP-4361, and Solana's form of it), and the rules for its fields.
import { z } from 'zod'

/** An older signature may have been made for another purpose. */
export const WALLET_MESSAGE_SECONDS = 600
const CLOCK_SECONDS = 60

export const walletGrantInput = z.object({
  chain: z.enum(['ethereum', 'solana']),
  message: z.string().min(1).max(5000),
  signature: z.string().min(1).max(300),
})
export type WalletGrantInput = z.infer<typeof walletGrantInput>
export type Chain = WalletGrantInput['chain']

export type WalletMessage = {
  /** The site that the wallet showed its owner. */
  domain: string
  address: string
  uri: string
  nonce: string | undefined
  issued_at: Date
  expires_at: Date | undefined
  not_before: Date | undefined
}

const names: Record<Chain, string> = { ethereum: 'Ethereum', solana: 'Solana' }
const FIELDS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
]
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** Undefined for a message that does not have exactly this form: a text that opens an account is never guessed. */
export function parseWalletMessage(chain: Chain, text: string): WalletMessage | undefined {
  const [head = '', address = '', ...body] = text.split('\n')
  const start = `wants you to sign in with your ${names[chain]} account:`
  const domain = /^(?:https?:\/\/)?([^\s/?#@]+) (.+)$/.exec(head)
  if (domain?.[2] !== start || !domain[1]) return undefined
  // A statement is surrounded by empty lines; the signed content begins at the first field.
  const first = body.findIndex((line) => /^(?:URI|Version): /.test(line))
  const statement = body.slice(0, first).filter(Boolean)
  if (first < 0 || statement.length > 1) return undefined
  const fields = new Map<string, string>()
  for (const line of body.slice(first)) {
    // Further resources, which have no meaning here.
    if (/^Resources:?$/.test(line)) break
    const [, name = '', value = ''] = /^([A-Za-z ]+): (.+)$/.exec(line) ?? []
    if (!FIELDS.includes(name) || fields.has(name)) return undefined
    fields.set(name, value)
  }
  const time = (name: string): Date | undefined | null => {
    const value = fields.get(name)
    if (value === undefined) return undefined
    return ISO.test(value) && !Number.isNaN(Date.parse(value)) ? new Date(value) : null
  }
  const [issued_at, expires_at, not_before] = ['Issued At', 'Expiration Time', 'Not Before'].map(
    time,
  )
  const uri = fields.get('URI')
  if (!uri || fields.get('Version') !== '1' || !issued_at) return undefined
  if (expires_at === null || not_before === null) return undefined
  const nonce = fields.get('Nonce')
  return { domain: domain[1], address, uri, nonce, issued_at, expires_at, not_before }
}

/** Whether it was signed just now and is valid now. */
export function isTimely({ issued_at, expires_at, not_before }: WalletMessage, now: Date): boolean {
  const age = (now.getTime() - issued_at.getTime()) / 1000
  if (age > WALLET_MESSAGE_SECONDS || age < -CLOCK_SECONDS) return false
  if (expires_at && expires_at <= now) return false
  return !not_before || (not_before.getTime() - now.getTime()) / 1000 <= CLOCK_SECONDS
}

/** Wallets have no email address, and accounts need one: one that can never be mailed to (RFC 2606). */
const WALLET_DOMAIN = '@wallet.invalid'
export const walletEmail = (name: string): string => `${name}${WALLET_DOMAIN}`
export const isWalletEmail = (email: string): boolean => email.endsWith(WALLET_DOMAIN)
