// The instructions for the script of the pages without React, to run when the page is loaded.
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
  message?: VerifiedMessage | EmbedVerifiedMessage
  /** The target of `message`, besides our own origin. */
  origin?: string
  /** Sent to the tabs of this browser on our own origin, where the widget may be waiting. */
  channel?: VerifiedMessage
  leave?: string
  after?: number
  close?: true
  /** Focuses the heading: the page is the answer to a form. */
  focus?: true
  /** The application was submitted: the draft on this device is deleted. */
  submitted?: true
}

export const afterSubmit: Afterwards = { focus: true, submitted: true }

/** A refused application without a known shop: leaves the page after the message could be read. */
export const afterRefusal: Afterwards = {
  leave: REFUSED_LEAVES.to,
  after: REFUSED_LEAVES.seconds,
}

export function afterVerify(view: VerifyView): Afterwards {
  if (view.state === 'loading') return { submit: true }
  if (view.state === 'sent') return { focus: true }
  if (view.state === 'error') return {}
  if (view.redirectTo) return { leave: view.redirectTo, after: 0 }
  const message: VerifiedMessage = {
    type: widgetMessages.verified,
    verifiedEmail: view.email ?? '',
    skipEmailStep: true,
    selectedRoleId: view.job?.id ?? null,
    selectedRole: view.job?.title ?? null,
    token: view.grant,
  }
  // Opened from a mail, the link is a normal page and stays open.
  return view.embed ? { message, channel: message, close: true } : { channel: message }
}

export function afterVerifyEmbed(view: VerifyEmbedView): Afterwards {
  if (view.state === 'loading') return { submit: true }
  if (view.state === 'error') return {}
  const message: EmbedVerifiedMessage = {
    type: widgetMessages.embedVerified,
    verified: true,
    email: view.email,
  }
  if (!view.returnTo) return { message }
  return {
    message,
    origin: new URL(view.returnTo).origin,
    leave: view.returnTo,
    after: VERIFY_EMBED_SECONDS,
  }
}
