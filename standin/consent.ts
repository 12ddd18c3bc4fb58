// The platform's page that asks a merchant to install an app. Its words and its look are ours.
import type { App } from './options.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { page } from './page.ts'
import type { Shop } from './shops.ts'

export const scopeList = (scopes: readonly string[]): string =>
  scopes.map((one) => `<li><code>${escapeHtml(one)}</code></li>`).join('')

/** The form posts `hidden` to `action`; refusing leads to `cancel`. */
export const consentPage = (
  app: App,
  shop: Shop,
  scopes: readonly string[],
  {
    action,
    hidden = {},
    cancel = `/store/${shop.handle}`,
  }: { action: string; hidden?: Record<string, string>; cancel?: string },
): string =>
  page(
    `Install ${app.name}`,
    `<p class="store">${escapeHtml(shop.name)}</p><h1>Install ${escapeHtml(app.name)}?</h1>
    <p>${escapeHtml(app.name)} will be able to:</p>
    <ul>${scopeList(scopes)}</ul>
    <form method="post" action="${escapeHtml(action)}">
      ${Object.entries(hidden)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
        .join('')}
      <button>Install</button> <a href="${escapeHtml(cancel)}">Cancel</a>
    </form>`,
  )
