// What a customer has applied for, on their page in the store's admin: the platform's own elements, filled from our address. The platform adds
// its session token to every request to the app's address, so our server knows the shop and which of its users asks.

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Name]}
 */
const make = (name, properties, ...content) => {
  const element = Object.assign(document.createElement(name), properties)
  const parent = /** @type {HTMLElement} */ (element)
  parent.append(...content)
  return element
}

/** @typedef {import('zod').output<typeof import('../../../src/domain/store/customer-applications.ts').customerApplicationsView>} View */

/** @type {Record<number, 'notLinked' | 'notApproved'>} */
const SAID = { 401: 'notLinked', 403: 'notApproved' }

/** @returns {Promise<Partial<View> & { said?: 'notLinked' | 'notApproved' | 'none' | 'failed' }>} */
async function read() {
  const [customer] = shopify.data.selected
  if (!customer) return { said: 'failed' }
  const query = new URLSearchParams({
    customer: customer.id,
    lang: shopify.i18n.translate('language'),
  })
  const response = await fetch(`/api/store/customer-applications?${query}`)
  if (!response.ok) return { said: SAID[response.status] ?? 'failed' }
  /** @type {View} */
  const { applications } = await response.json()
  return applications.length > 0 ? { applications } : { said: 'none' }
}

/** @param {View['applications'][number]} application */
const lineOf = ({ id, job_title, status_text, applied_at }) =>
  make(
    's-stack',
    { direction: 'inline', gap: 'small', alignItems: 'center' },
    make(
      's-link',
      { href: `app:shopify-embed/admin/applicants?tab=all&applicant=${id}` },
      job_title,
    ),
    make('s-badge', {}, status_text),
    make(
      's-text',
      { color: 'subdued' },
      new Intl.DateTimeFormat(shopify.i18n.translate('language'), { dateStyle: 'medium' }).format(
        new Date(applied_at),
      ),
    ),
  )

export default async () => {
  const { translate } = shopify.i18n
  const waiting = make('s-spinner', { accessibilityLabel: translate('loading') })
  const block = make('s-admin-block', { heading: translate('heading') }, waiting)
  document.body.append(block)
  /** @type {Awaited<ReturnType<typeof read>>} */
  const { applications = [], said } = await read().catch(() => ({ said: 'failed' }))
  if (said === 'notLinked') {
    block.replaceChildren(
      make(
        's-stack',
        { gap: 'small' },
        make('s-text', {}, translate(said)),
        make('s-link', { href: 'app:shopify-embed' }, translate('open')),
      ),
    )
  } else if (said) block.replaceChildren(make('s-text', { color: 'subdued' }, translate(said)))
  else block.replaceChildren(make('s-stack', { gap: 'base' }, ...applications.map(lineOf)))
  block.collapsedSummary = said
    ? translate(said)
    : applications.map((one) => one.job_title).join(', ')
}
