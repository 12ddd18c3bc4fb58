// Refusals before a route has its turn, such as those of a foreign host or origin: each caller gets the form that it reads.
import { html } from 'hono/html'
import { t } from '#domain/texts/text.ts'
import { answerTokenError } from './accounts/token-api/token-errors.ts'
import type { Ctx } from './context.ts'
import { answerError, asAppError, referenceOf, setRetryAfter, statusFor } from './errors.ts'
import { answerFunctionError } from './functions.ts'
import { renderSmallPage } from './pages/small-page.ts'

export function answerEarlyRefusal(error: unknown, c: Ctx): Response | Promise<Response> {
  const { path } = c.req
  if (path.startsWith('/functions/')) return answerFunctionError(error, c)
  const isPage = c.req.header('accept')?.includes('text/html') && !path.startsWith('/api/')
  if (isPage) return answerPage(error, c)
  return path.startsWith('/auth/v1/') ? answerTokenError(error, c) : answerError(error, c)
}

function answerPage(error: unknown, c: Ctx): Response | Promise<Response> {
  const refusal = asAppError(error, c)
  setRetryAfter(c, refusal)
  const content = html`<p>${refusal.message + referenceOf(c)}</p>`
  return renderSmallPage(c, t('server.refusedTitle'), content, statusFor(refusal))
}
