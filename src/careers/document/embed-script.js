// Runs in the widget before React: reports the frame's height, stores the first click, loads React at the first
// interaction. Minified by the build, because each first response contains it.
{
  const region = document.getElementById('r')
  const measured = region.firstChild
  /** Read by the style sheet. */
  const state = document.documentElement.dataset
  const client = document.currentScript.dataset.client
  /** The parent window, if there is one. */
  const around = parent === self ? null : parent
  const RESIZE = 'storehand-resize'
  let reportedHeight = 0

  const differs = (height) => Math.abs(height - reportedHeight) > 1
  // The measured element never depends on the frame's own height, so that the two cannot form a loop.
  const reportHeight = () => {
    const height = measured.offsetHeight + 40
    if (!differs(height)) return
    reportedHeight = height
    around?.postMessage({ type: RESIZE, height }, '*')
  }
  const reportAgain = () => {
    reportedHeight = 0
    reportHeight()
  }
  // Removes the height limit. The root's own scrollbar is removed only after the parent page has proved that it resizes
  // the frame, else text would be cut off.
  const follow = (isProven) => {
    if (!isProven && innerHeight <= 620) return
    state.follow = isProven && around ? 'f' : state.follow || 'y'
    region.tabIndex = -1
  }

  new ResizeObserver(reportHeight).observe(measured)
  // Reported again: the parent page may have started to listen only now.
  onload = reportAgain
  onresize = () => follow(!differs(innerHeight))
  // The first message of a page that resizes the frame: it may not have received the height yet.
  onmessage = ({ source, data }) => {
    if (!around || source !== around || data?.type !== `${RESIZE}-ack`) return
    if (state.follow !== 'f') reportAgain()
    follow(true)
  }
  // The first click is stored for React and repeated once it is loaded, or has failed to load; a second click does not
  // wait.
  onclick = ({ target }) => {
    const button = target.closest('button')
    if (!button || state.held) return
    state.held = button.ariaBusy = true
    // oxlint-disable-next-line typescript/no-floating-promises -- the click follows whatever comes
    import(client).finally(() => {
      button.ariaBusy = null
      button.click()
    })
    return false
  }
  // A pointer, a finger or a key: each fires one of these two events.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nobody else listens here, and every byte is paid for by each visitor
  region.onpointerover = region.onkeyup = () => import(client)
  reportHeight()
  follow()
}
