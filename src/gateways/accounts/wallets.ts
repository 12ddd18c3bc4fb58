// Verifies signatures of crypto wallets. Loads the library on first use: most installations never need it.
import { createPublicKey, verify } from 'node:crypto'
import type * as Ox from 'ox'
import type { Chain } from '#domain/accounts/wallets.ts'

/** DER header that turns the 32 bytes of an Ed25519 key into a key Node can import (RFC 8410). */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether the owner of this address signed exactly this text. */
export async function isSignedBy(
  chain: Chain,
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const ox = await import('ox')
  try {
    return chain === 'ethereum'
      ? isEthereum(ox, address, message, signature)
      : isSolana(ox, address, message, signature)
  } catch {
    // The libraries throw for malformed signatures and addresses.
    return false
  }
}

function isEthereum(
  { Hex, PersonalMessage, Secp256k1, Signature }: typeof Ox,
  address: string,
  message: string,
  signature: string,
): boolean {
  const payload = PersonalMessage.getSignPayload(Hex.fromString(message))
  const signer = Secp256k1.recoverAddress({
    payload,
    signature: Signature.fromHex(signature as Ox.Hex.Hex),
  })
  return signer.toLowerCase() === address.toLowerCase()
}

function isSolana(
  { Base58 }: typeof Ox,
  address: string,
  message: string,
  signature: string,
): boolean {
  const bytes = Base58.toBytes(address)
  if (bytes.length !== 32) return false
  const key = createPublicKey({
    key: Buffer.concat([ED25519_HEAD, bytes]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64url'))
}
