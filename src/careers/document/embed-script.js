// Runs in the widget before React: reports the frame's height, keeps the first click, loads React at the first touch.
// Minified by the build: it travels with each first answer.
{
  const region = document.getElementById('r')
  const measured = region.firstChild
  /** What the style sheet reads. */
  const state = document.documentElement.dataset
  const client = document.currentScript.dataset.client
  /** The window around, if there is one. */
  const around = parent === self ? null : parent
  const RESIZE = 'storehand-resize'
  let reportedHeight = 0

  const differs = (height) => Math.abs(height - reportedHeight) > 1
  // The measured element never depends on the frame's own height, so the two cannot chase each other.
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
  // Lifts the cap. The root's own bar goes only once the page around has proven that it follows, else text would be cut off.
  const follow = (isProven) => {
    if (!isProven && innerHeight <= 620) return
    state.follow = isProven && around ? 'f' : state.follow || 'y'
    region.tabIndex = -1
  }

  new ResizeObserver(reportHeight).observe(measured)
  // Reported again: the page around may have begun to listen only now.
  onload = reportAgain
  onresize = () => follow(!differs(innerHeight))
  // The first word of a page that follows: it may not have heard the height yet.
  onmessage = ({ source, data }) => {
    if (!around || source !== around || data?.type !== `${RESIZE}-ack`) return
    if (state.follow !== 'f') reportAgain()
    follow(true)
  }
  // The first click is kept for React and made again once it is here, or cannot come; a second one does not wait.
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
  // A pointer, a finger or a key: each comes in by one of these two.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nobody else listens here, and every byte is paid for by each visitor
  region.onpointerover = region.onkeyup = () => import(client)
  reportHeight()
  follow()
}
