// The page on which the platform asks a merchant whether an app may be installed.
import type { App } from './options.ts'
import { escape, page } from './page.ts'
import type { Shop } from './shops.ts'

/** The form posts `hidden` to `action`; whoever refuses goes to `cancel`. */
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
    `<p class="store">${escape(shop.name)}</p><h1>Install ${escape(app.name)}?</h1>
    <p>${escape(app.name)} will be able to:</p>
    <ul>${scopes.map((one) => `<li><code>${escape(one)}</code></li>`).join('')}</ul>
    <form method="post" action="${escape(action)}">
      ${Object.entries(hidden)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
        .join('')}
      <button>Install</button> <a href="${escape(cancel)}">Cancel</a>
    </form>`,
  )
