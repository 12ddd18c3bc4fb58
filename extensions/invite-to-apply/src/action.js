// Invites the customers of a segment to apply for a job: a dialog of the store's admin, drawn by the platform's own elements. What it says comes from
// our address in the admin's language; the platform adds its session token to every request, so our server knows the shop and who asks.

/** @param {string} name @param {Record<string, string | boolean>} properties @param {(Node | string)[]} content */
const make = (name, properties, ...content) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...content)
  return element
}

const AT = '/api/store/job-invitations'
const LOOK_AGAIN_MS = 1000
/** By status, where the sentence of the server is about its own pages. */
const SAID = { 401: 'notLinked', 403: 'notApproved' }

/** Throws an Error with a sentence to show; `isLinking`: the app has to be opened once. */
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
  throw Object.assign(new Error(said ?? ''), { isLinking: response.status === 401 })
}

export default async () => {
  const { translate } = shopify.i18n
  const [{ id: segment }] = shopify.data.selected
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

  const waiting = (text) => make('s-spinner', { accessibilityLabel: text })
  const lines = (sentences) =>
    make('s-stack', { gap: 'small' }, ...sentences.map((one) => make('s-paragraph', {}, one)))
  const problem = ({ message, isLinking }) =>
    make(
      's-banner',
      { tone: 'warning' },
      make('s-paragraph', {}, message || translate('failed')),
      ...(isLinking ? [make('s-link', { href: 'app:shopify-embed' }, translate('open'))] : []),
    )
  /** Nothing is left to do but to close. */
  const end = (...shown) => {
    content.replaceChildren(...shown)
    invite.remove()
    close.replaceChildren(translate('close'))
  }

  /** Until it is over. The work goes on in the background where the dialog is closed. */
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
  const { jobs } = await ask('', { segment }).catch((error) => ({ jobs: problem(error) }))
  if (!Array.isArray(jobs)) return end(jobs)
  if (jobs.length === 0) {
    const go = make('s-link', { href: 'app:shopify-embed/admin/jobs' }, translate('openJobs'))
    return end(make('s-paragraph', {}, translate('noJobs')), go)
  }

  const choice = make('s-select', { label: translate('job') })
  for (const { id, title } of jobs) choice.append(make('s-option', { value: id }, title))
  choice.value = jobs[0].id
  const told = make('s-stack', { gap: 'small' })
  const about = make('s-text', { color: 'subdued' }, translate('about'))
  content.replaceChildren(choice, told, about)

  /** The answer to a choice that was changed meanwhile is not shown. */
  async function count() {
    const job = choice.value
    invite.disabled = true
    told.replaceChildren(waiting(translate('counting')))
    const { invitable, sentences, shown } = await ask('/count', { segment, job }).catch(
      (error) => ({ invitable: 0, shown: problem(error) }),
    )
    if (choice.value !== job) return
    told.replaceChildren(shown ?? lines(sentences))
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
