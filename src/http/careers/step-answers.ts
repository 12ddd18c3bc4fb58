// How a step of an application is answered: as a page, or as JSON for the script that shows it in place.
import type { CareersPage } from '#domain/careers/careers.ts'
import type { AppError } from '#domain/errors.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import type { Ctx } from '../context.ts'
import { referenceOf, statusFor } from '../errors.ts'
import { answerPage } from '../verification/verification-pages.ts'
import type { Answer } from './widget-steps.ts'

/** Any site may frame the steps: they use no session, and each change needs a code or a mailed link. */
const FRAMES = '*'

export const wantsJson = (c: Ctx): boolean =>
  c.req.header('accept')?.startsWith('application/json') ?? false

/** `pageOf`: the page around the step, for a visit without the script. */
export async function answerStep(
  c: Ctx,
  { view, url, status = 200 }: Answer,
  pageOf: (view: WidgetView) => Promise<CareersPage> | CareersPage,
): Promise<Response> {
  if (wantsJson(c)) {
    c.header('Cache-Control', 'no-store')
    c.header('Vary', 'Accept')
    return c.json({ view, url }, status as 200)
  }
  // Post/redirect/get, so that a reload does not submit again.
  if (c.req.method === 'POST' && status === 200) return c.redirect(url, 303)
  c.header('Vary', 'Accept')
  return answerPage(c, await pageOf(view), { status: status as 200, frames: FRAMES })
}

/** The script keeps the step with everything that was typed; another page would replace it. */
export function answerFailure(c: Ctx, refusal: AppError): Response {
  c.header('Cache-Control', 'no-store')
  return c.json({ error: { message: refusal.message + referenceOf(c) } }, statusFor(refusal))
}
