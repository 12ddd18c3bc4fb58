// Signatures of wallets, checked by well-kept libraries.
import { createPublicKey, verify } from 'node:crypto'
import { Base58, Hex, PersonalMessage, Secp256k1, Signature } from 'ox'
import type { Chain } from '#domain/wallets.ts'

/** How Node reads the 32 bytes of an Ed25519 key (RFC 8410). */
const ED25519_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether the owner of this address signed exactly this text. */
export function isSignedBy(
  chain: Chain,
  address: string,
  message: string,
  signature: string,
): boolean {
  try {
    return chain === 'ethereum'
      ? isEthereum(address, message, signature)
      : isSolana(address, message, signature)
  } catch {
    // Neither a signature nor an address: the libraries say so by throwing.
    return false
  }
}

function isEthereum(address: string, message: string, signature: string): boolean {
  const payload = PersonalMessage.getSignPayload(Hex.fromString(message))
  const signer = Secp256k1.recoverAddress({
    payload,
    signature: Signature.fromHex(signature as Hex.Hex),
  })
  return signer.toLowerCase() === address.toLowerCase()
}

function isSolana(address: string, message: string, signature: string): boolean {
  const bytes = Base58.toBytes(address)
  if (bytes.length !== 32) return false
  const key = createPublicKey({
    key: Buffer.concat([ED25519_HEAD, bytes]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64url'))
}
