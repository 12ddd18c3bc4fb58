// /api/unsubscribe: the link at the foot of a mail to staff, and of an invitation to apply. Opening it changes nothing,
// because mail scanners open links too; its button posts, and so do mail programs (RFC 8058): without a session, from
// any origin, and without redirects.
import { Hono } from 'hono'
import { html } from 'hono/html'
import { unsubscribeContracts } from '#domain/mails/mails-contract.ts'
import { t } from '#domain/texts/text.ts'
import {
  endJobInvitations,
  isJobInvitationToken,
  readJobInvitationLink,
} from '#features/mails/end-job-invitations.ts'
import { readUnsubscribeLink, unsubscribe } from '#features/mails/unsubscribe.ts'
import type { Ctx, Env } from '../context.ts'
import { smallBody } from '../json-body.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'
import { renderSmallPage } from '../pages/small-page.ts'

const subscriptionOf = (c: Ctx, token: string) =>
  readUnsubscribeLink(c.var.deps, token, networkOf(c))

const settingsLink = () => html`<p><a href="/account">${t('notification.openSettings')}</a></p>`

const refused = (c: Ctx) =>
  renderSmallPage(
    c,
    t('notification.unsubscribeInvalidTitle'),
    html`<p>${t('notification.unsubscribeInvalidText')}</p>
      ${settingsLink()}`,
    400,
  )

export const unsubscribeRoutes = new Hono<Env>().use('/api/unsubscribe', smallBody).route(
  '/',
  mount(unsubscribeContracts, {
    'GET /api/unsubscribe': async ({ c, query }) => {
      if (isJobInvitationToken(query.token)) return askInvited(c, query.token)
      const subscription = await subscriptionOf(c, query.token)
      if (!subscription) return refused(c)
      return renderSmallPage(
        c,
        t('notification.unsubscribeTitle'),
        html`<p>${unsubscribeTexts[subscription.kind]()}</p>
          <form method="post">
            <input type="hidden" name="List-Unsubscribe" value="One-Click" />
            <button>${t('notification.unsubscribeButton')}</button>
          </form>`,
        200,
      )
    },
    'POST /api/unsubscribe': async ({ c, deps, query }) => {
      if (isJobInvitationToken(query.token)) return stopInvitations(c, query.token)
      const subscription = await subscriptionOf(c, query.token)
      if (!subscription) return refused(c)
      await unsubscribe(deps, subscription)
      return renderSmallPage(
        c,
        t('notification.unsubscribedTitle'),
        html`<p>${t('notification.unsubscribedText')}</p>
          ${settingsLink()}`,
        200,
      )
    },
  }),
)

/** Without a valid link the answer reveals nothing of staff or of the organization. */
const refusedInvited = (c: Ctx) =>
  renderSmallPage(
    c,
    t('notification.unsubscribeInvalidTitle'),
    html`<p>${t('jobInvitation.linkInvalid')}</p>`,
    400,
  )

async function askInvited(c: Ctx, token: string) {
  const invited = await readJobInvitationLink(c.var.deps, token, networkOf(c))
  if (!invited) return refusedInvited(c)
  const { organization } = invited
  return renderSmallPage(
    c,
    t('jobInvitation.stopTitle', { organization }),
    html`<p>${t('jobInvitation.stopText', { organization })}</p>
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button>${t('jobInvitation.stopButton')}</button>
      </form>`,
    200,
  )
}

async function stopInvitations(c: Ctx, token: string) {
  const invited = await readJobInvitationLink(c.var.deps, token, networkOf(c))
  if (!invited) return refusedInvited(c)
  await endJobInvitations(c.var.deps, invited)
  const { organization } = invited
  return renderSmallPage(
    c,
    t('jobInvitation.stoppedTitle'),
    html`<p>${t('jobInvitation.stoppedText', { organization })}</p>`,
    200,
  )
}

const unsubscribeTexts = {
  application: () => t('notification.unsubscribeApplications'),
  waiting: () => t('notification.unsubscribeWaiting'),
  undelivered: () => t('notification.unsubscribeUndelivered'),
} as const
