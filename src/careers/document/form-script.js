// Runs on the pages with forms: loads React when somebody begins to use the form, shows what went wrong, tells the step,
// cleans the address bar.
{
  const region = document.getElementById('r')
  const { client, draft, wait } = document.currentScript.dataset
  const state = document.documentElement.dataset
  /** Also in `../application/draft.ts`. */
  const DRAFT = 'storehand-draft'
  const load = () => import(client)

  // Entered while the page was still arriving.
  if (region.querySelector(':focus')) void load()
  document.querySelector('[role=alert]')?.focus()
  // Only now: the focus above is nobody's act. A pointer that only rests there does not use the form.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- takes back what the script before has set
  region.onpointerover = null
  for (const sign of ['focusin', 'pointerdown', 'input', 'drop']) {
    region.addEventListener(sign, load)
  }
  // A second click replaces the one that is kept for React, so that nothing is sent twice: what the script makes again is
  // then dropped. The second half of a double click is no other click.
  let isReplaced
  const again = (event) => {
    const isSecond = region.querySelector('button[aria-busy]') && event.target.closest('button')
    if (event.isTrusted ? isSecond && event.detail > 1 : isReplaced) event.preventDefault()
    else if (isSecond) isReplaced = true
  }
  addEventListener('click', again, true)
  // The browser has filled fields in again, after a reload or on the way back.
  onpageshow = () => {
    for (const field of region.querySelectorAll('input,textarea')) {
      if (field.value !== field.defaultValue) void load()
    }
  }
  // What the step does by itself: it counts down, or goes back to the shop.
  if (wait) setTimeout(load, wait * 1000)

  // A proof of the address in another window is passed on once React listens.
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
    // A browser can forbid storage to frames: then there is no draft.
  }

  // A token leaves the address bar at once; the history entry keeps it for a reload.
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
