// The messages between the widget, its parent window and the window that verified the address.
import { widgetMessages } from '#domain/careers/widget.ts'

export const VERIFIED_CHANNEL = 'storehand'

/** Without `token` it is only a hint that an address was verified in some window. */
export type VerifiedMessage = {
  type: typeof widgetMessages.verified
  verifiedEmail: string
  skipEmailStep: true
  selectedRoleId: string | null
  selectedRole: string | null
  token: string | null
}

export type EmbedVerifiedMessage = {
  type: typeof widgetMessages.embedVerified
  verified: true
  email: string
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Any window can post messages: accepts only the exact shape. */
export function readVerifiedMessage(data: unknown): VerifiedMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, verifiedEmail, selectedRoleId, selectedRole, token } = data as Record<
    string,
    unknown
  >
  if (type !== widgetMessages.verified || !isText(verifiedEmail)) return null
  return {
    type,
    verifiedEmail,
    skipEmailStep: true,
    selectedRoleId: isText(selectedRoleId) ? selectedRoleId : null,
    selectedRole: isText(selectedRole) ? selectedRole : null,
    token: isText(token) ? token : null,
  }
}
