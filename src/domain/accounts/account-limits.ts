// The limits that attempts and mails of accounts use.
import {
  LIMITS,
  ofNetwork,
  wrongCodesOf,
  type Limit,
  type LimitCode,
  type Network,
  type Use,
} from '../limits.ts'

export const signInUses = (email: string, network: Network): Use[] => [
  // The account's own limit applies everywhere; failures are also counted per network so that a stranger cannot lock
  // the owner out.
  {
    key: `sign-in account ${email} network ${network.name}`,
    ...LIMITS.signInFailures.accountAndNetwork,
  },
  ...ofNetwork('sign-in', network, LIMITS.signInFailures.network),
]

/** Stays counted when the password is right. */
export const signInTryUses = (email: string, network: Network): Use[] => [
  {
    key: `sign-in tries account ${email} network ${network.name}`,
    ...LIMITS.signIns.accountAndNetwork,
  },
]

export const signUpUses = (network: Network): Use[] =>
  ofNetwork('sign-up', network, LIMITS.signUps.network)

export const resetMailUses = (email: string): Use[] => [
  { key: `reset address ${email} minute`, ...LIMITS.resetMails.addressMinute },
  { key: `reset address ${email} hour`, ...LIMITS.resetMails.addressHour },
]

export const accountMailUses = (network: Network): Use[] =>
  ofNetwork('account mail', network, LIMITS.accountMails.network)

export const addressChangeUses = (userId: string): Use[] => [
  { key: `address change ${userId}`, ...LIMITS.addressChanges.person },
]

/** `isProven`: the inviting owner's address is verified. */
export const invitationMailUses = (
  email: string,
  organization: { id: string; isYoung: boolean; isProven: boolean },
  network: Network,
): Use[] =>
  [
    { key: `invitation organization ${organization.id}`, ...invitationsOf(organization) },
    { key: `invitation address ${email} hour`, ...LIMITS.invitationMails.addressHour },
    { key: `invitation address ${email} day`, ...LIMITS.invitationMails.addressDay },
    ...ofNetwork('invitation', network, LIMITS.invitationMails.network),
  ].map((use) => ({ code: 'organization.invitationLimit', ...use }))

function invitationsOf(organization: {
  isYoung: boolean
  isProven: boolean
}): Limit & { code?: LimitCode } {
  if (!organization.isProven) {
    return { ...LIMITS.invitationMails.unprovenOwner, code: 'organization.invitationLimitNew' }
  }
  return organization.isYoung
    ? LIMITS.invitationMails.youngOrganization
    : LIMITS.invitationMails.organization
}

/**
 * A wrong code of a mail to an account. `ownerId`: the person in whose own session it was typed. She proves her identity again by a
 * code alone, so she has a count that nobody else can fill, whatever else they are signed in to or asked for.
 */
export const wrongAccountCodeUses = (email: string, ownerId: string | undefined): Use[] =>
  wrongCodesOf(ownerId === undefined ? 'account code' : `own account code ${ownerId}`, email)

export const providerFlowUses = (network: Network): Use[] =>
  ofNetwork('provider', network, LIMITS.providerFlows.network)

export const passkeyUses = (network: Network): Use[] =>
  ofNetwork('passkey', network, LIMITS.passkeyQuestions.network)

export const factorUses = (userId: string): Use[] => [
  { key: `second factor ${userId}`, ...LIMITS.factorFailures.person },
]

/** Tries that wait longer and longer. */
export type SlowedTries = typeof LIMITS.appCodes & { readonly key: string }
export const appCodeTries = (userId: string): SlowedTries => ({
  key: `codes of an app ${userId}`,
  ...LIMITS.appCodes,
})
