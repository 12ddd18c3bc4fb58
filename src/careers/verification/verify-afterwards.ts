// What the script of the pages without React is told to do once the page is there.
import {
  REFUSED_LEAVES,
  VERIFY_EMBED_SECONDS,
  type VerifyEmbedView,
  type VerifyView,
} from '#domain/careers/careers.ts'
import { widgetMessages } from '#domain/careers/widget.ts'
import type { EmbedVerifiedMessage, VerifiedMessage } from '../widget/widget-messages.ts'

export type Afterwards = {
  submit?: true
  tell?: VerifiedMessage | EmbedVerifiedMessage
  /** Where `tell` may go besides our own origin. */
  origin?: string
  /** For the tabs of this browser on our own origin, where the widget may be waiting. */
  channel?: VerifiedMessage
  leave?: string
  after?: number
  close?: true
  /** The heading takes the focus: the page is the answer to a form. */
  focus?: true
}

/** A refused application of which nothing is known, once its message could be read. */
export const afterRefusal: Afterwards = {
  leave: REFUSED_LEAVES.to,
  after: REFUSED_LEAVES.seconds,
}

export function afterVerify(view: VerifyView): Afterwards {
  if (view.state === 'loading') return { submit: true }
  if (view.state === 'sent') return { focus: true }
  if (view.state === 'error') return {}
  if (view.redirectTo) return { leave: view.redirectTo, after: 0 }
  const tell: VerifiedMessage = {
    type: widgetMessages.verified,
    verifiedEmail: view.email ?? '',
    skipEmailStep: true,
    selectedRoleId: view.job?.id ?? null,
    selectedRole: view.job?.title ?? null,
    token: view.grant,
  }
  // Followed from a mail, the link is a page of its own that stays.
  return view.embed ? { tell, channel: tell, close: true } : { channel: tell }
}

export function afterVerifyEmbed(view: VerifyEmbedView): Afterwards {
  if (view.state === 'loading') return { submit: true }
  if (view.state === 'error') return {}
  const tell: EmbedVerifiedMessage = {
    type: widgetMessages.embedVerified,
    verified: true,
    email: view.email,
  }
  if (!view.returnTo) return { tell }
  return {
    tell,
    origin: new URL(view.returnTo).origin,
    leave: view.returnTo,
    after: VERIFY_EMBED_SECONDS,
  }
}
