// Signatures of wallets, checked by well-kept libraries. Loaded with the first one that comes: most installations never see any.
import { createPublicKey, verify } from 'node:crypto'
import type * as Ox from 'ox'
import type { Chain } from '#domain/accounts/wallets.ts'

/** How Node reads the 32 bytes of an Ed25519 key (RFC 8410). */
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
    // Neither a signature nor an address: the libraries say so by throwing.
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
