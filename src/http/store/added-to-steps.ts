// What a step of an application has in the theme alone: the shop's own sign-in, and our page that takes a CV.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { InThemeView } from '#domain/careers/in-theme.ts'
import { widgetHref } from '#domain/careers/widget.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { ProxyCall } from '#domain/store/proxy-call.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { writeCvAddress } from '#features/cvs/cv-address.ts'
import { recognisesCustomers } from '#features/store/shop-pages/signed-in-customer.ts'
import type { Ctx } from '../context.ts'

export type Visit = { call: ProxyCall; shop: Organization; root: string }
export type Shown = { view: InThemeView; status?: ContentfulStatusCode }

/** Who is not signed in to the shop may do so first: then one tap is left. */
export async function withSignIn(c: Ctx, { call, shop }: Visit, shown: Shown): Promise<Shown> {
  const { view } = shown
  if (view.kind !== 'step' || view.view.step !== 'consent' || call.customerId) return shown
  if (!(await recognisesCustomers(c.var.deps, shop.id, call.shop))) return shown
  return { ...shown, view: { ...view, signIn: widgetHref(view.view.options, 'consent') } }
}

/** A file that the proxy may refuse is sent to a page of ours, and what was typed goes there and back. */
export function withCvPage(c: Ctx, { root }: Visit, shown: Shown): Shown {
  const { view } = shown
  if (view.kind !== 'step' || view.view.step !== 'apply' || view.view.stopped) return shown
  const { options, token, cv } = view.view
  const address = writeCvAddress(c.var.deps, {
    token,
    cv,
    backTo: root + widgetHref(options, 'apply'),
    language: currentLocale(),
  })
  const cvHref = `${c.var.deps.appUrl}/api/applications/cv/${address}`
  return { ...shown, view: { ...view, cvHref } }
}
