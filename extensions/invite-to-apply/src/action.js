// Invites the customers of a segment to apply for a job: a dialog of the store's admin, drawn by the platform's own elements. What it says comes from
// our address in the admin's language; the platform adds its session token to every request, so our server knows the shop and who asks.

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

const AT = '/api/store/job-invitations'
const LOOK_AGAIN_MS = 1000
/**
 * By status, where the sentence of the server is about its own pages.
 *
 * @type {Record<number, string>}
 */
const SAID = { 401: 'notLinked', 403: 'notApproved' }

/**
 * @typedef {typeof import('../../../src/domain/store/job-invitations.ts')} Contract
 * @typedef {import('zod').output<Contract['segmentJobsView']>} Jobs
 * @typedef {import('zod').output<Contract['invitableView']>} Invitable
 * @typedef {import('zod').output<Contract['invitationRunView']>} Run
 */

class Refused extends Error {
  /** The app has to be opened once. */
  isLinking = false
}

/**
 * Throws a Refused with a sentence to show.
 *
 * @template Answer
 * @param {string} path
 * @param {Record<string, string>} query
 * @param {object} [body]
 * @returns {Promise<Answer>}
 */
async function ask(path, query, body) {
  const address = new URLSearchParams({ ...query, lang: shopify.i18n.translate('language') })
  const init = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${AT}${path}?${address}`, init)
  const answer = await response.json().catch(() => null)
  if (response.ok && answer) return answer
  const own = SAID[response.status]
  const said = own ? shopify.i18n.translate(own) : answer?.error?.message
  throw Object.assign(new Refused(said ?? ''), { isLinking: response.status === 401 })
}

export default async () => {
  const { translate } = shopify.i18n
  const segment = shopify.data.selected[0]?.id ?? ''
  const invite = make(
    's-button',
    { slot: 'primary-action', variant: 'primary', disabled: true },
    translate('invite'),
  )
  const close = make('s-button', { slot: 'secondary-actions' }, translate('cancel'))
  close.addEventListener('click', () => shopify.close())
  const content = make('s-stack', { gap: 'base' })
  const action = make('s-admin-action', { heading: translate('heading') }, content, invite, close)
  document.body.append(action)

  /** @param {string} text */
  const waiting = (text) => make('s-spinner', { accessibilityLabel: text })
  /** @param {string[]} sentences */
  const lines = (sentences) =>
    make('s-stack', { gap: 'small' }, ...sentences.map((one) => make('s-paragraph', {}, one)))
  /** @param {unknown} error */
  const problem = (error) =>
    make(
      's-banner',
      { tone: 'warning' },
      make('s-paragraph', {}, (error instanceof Error && error.message) || translate('failed')),
      ...(error instanceof Refused && error.isLinking
        ? [make('s-link', { href: 'app:shopify-embed' }, translate('open'))]
        : []),
    )
  /**
   * Nothing is left to do but to close.
   *
   * @param {Node[]} shown
   */
  const end = (...shown) => {
    content.replaceChildren(...shown)
    invite.remove()
    close.replaceChildren(translate('close'))
  }

  /**
   * Until it is over. The work goes on in the background where the dialog is closed.
   *
   * @param {Run} run
   */
  async function follow(run) {
    for (let now = run; ; now = await ask(`/${run.id}`, {})) {
      const said = lines(now.sentences)
      if (now.status !== 'running') {
        const tone = now.status === 'failed' ? 'warning' : 'success'
        return end(make('s-banner', { tone }, said))
      }
      end(
        waiting(translate('inviting')),
        said,
        make('s-text', { color: 'subdued' }, translate('goesOn')),
      )
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }

  content.replaceChildren(waiting(translate('loading')))
  /** @type {Promise<Jobs>} */
  const asked = ask('', { segment })
  const { jobs } = await asked.catch((error) => ({ jobs: problem(error) }))
  if (!Array.isArray(jobs)) return end(jobs)
  const [first] = jobs
  if (!first) {
    const go = make('s-link', { href: 'app:shopify-embed/admin/jobs' }, translate('openJobs'))
    return end(make('s-paragraph', {}, translate('noJobs')), go)
  }

  const choice = make('s-select', { label: translate('job') })
  for (const { id, title } of jobs) choice.append(make('s-option', { value: id }, title))
  choice.value = first.id
  const told = make('s-stack', { gap: 'small' })
  const about = make('s-text', { color: 'subdued' }, translate('about'))
  content.replaceChildren(choice, told, about)

  /** The answer to a choice that was changed meanwhile is not shown. */
  async function count() {
    const job = choice.value
    invite.disabled = true
    told.replaceChildren(waiting(translate('counting')))
    /** @type {Promise<Invitable>} */
    const asked = ask('/count', { segment, job })
    const { invitable, shown } = await asked.then(
      ({ invitable, sentences }) => ({ invitable, shown: lines(sentences) }),
      (error) => ({ invitable: 0, shown: problem(error) }),
    )
    if (choice.value !== job) return
    told.replaceChildren(shown)
    invite.disabled = invitable === 0
  }
  choice.addEventListener('change', () => void count())
  invite.addEventListener('click', async () => {
    if (invite.disabled) return
    invite.disabled = true
    const job = choice.value
    try {
      await follow(await ask('', {}, { segment, job }))
    } catch (error) {
      told.replaceChildren(problem(error))
      if (!content.contains(told)) end(problem(error))
      else invite.disabled = false
    }
  })
  await count()
}
