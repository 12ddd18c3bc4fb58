// Runs on the pages with forms: loads React at the first interaction, shows errors, reports the step, removes the token
// from the address bar.
{
  const region = document.getElementById('r')
  const { client, draft, wait } = document.currentScript.dataset
  const state = document.documentElement.dataset
  /** Also in `../application/draft.ts`. */
  const DRAFT = 'storehand-draft'
  const load = () => import(client)

  // Focused while the page was still loading.
  if (region.querySelector(':focus')) void load()
  document.querySelector('[role=alert]')?.focus()
  // The focus above is set by this script, so this listener comes after it. Hovering alone is no interaction.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- takes back what the script before has set
  region.onpointerover = null
  for (const sign of ['focusin', 'pointerdown', 'input', 'drop']) {
    region.addEventListener(sign, load)
  }
  // A second click replaces the stored one, so that nothing is submitted twice: the script drops the click that it
  // would repeat. The second half of a double click does not count.
  let isReplaced
  const again = (event) => {
    const isSecond = region.querySelector('button[aria-busy]') && event.target.closest('button')
    if (event.isTrusted ? isSecond && event.detail > 1 : isReplaced) event.preventDefault()
    else if (isSecond) isReplaced = true
  }
  addEventListener('click', again, true)
  // The browser has restored fields, after a reload or on the way back.
  onpageshow = () => {
    for (const field of region.querySelectorAll('input,textarea')) {
      if (field.value !== field.defaultValue) void load()
    }
  }
  // The step's automatic change: a countdown, or a redirect to the shop.
  if (wait) setTimeout(load, wait * 1000)

  // A verification in another window is passed on once React listens.
  const pass = ({ data, origin }) => {
    if (!data?.token || origin !== location.origin || state.held === '1') return
    void load().then(() => dispatchEvent(new MessageEvent('message', { data, origin })))
  }
  try {
    if (wait !== undefined) {
      addEventListener('message', pass)
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nobody else has this channel, and every byte travels
      new BroadcastChannel('storehand').onmessage = pass
    }
    if (draft === 'keep' && localStorage[DRAFT]) void load()
    if (draft === 'delete') delete localStorage[DRAFT]
  } catch {
    // A browser can block storage in frames: then there is no draft.
  }

  // Removes a token from the address bar at once; the history entry keeps it for a reload.
  const address = new URL(location)
  const query = address.searchParams
  const token = query.get('token')
  const former = history.state?.token
  if (parent !== self) parent.postMessage({ type: 'storehand-step', step: query.get('step') }, '*')
  if (token) {
    query.delete('token')
    history.replaceState({ token }, '', address)
  } else if (former) {
    query.set('token', former)
    location.replace(address)
  }
}
