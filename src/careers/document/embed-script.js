// Runs in the widget before React: tells the frame's height, keeps the first press, loads React at the first touch.
// Names are short because this travels with each first answer; lines that start with // are dropped on the way.
// h what the style sheet reads, r the scrolling region, i what is measured, c React's address, p the window around, y the last height told.
{
  let d = document,
    h = d.documentElement.dataset,
    r = d.getElementById('r'),
    i = r.firstChild,
    c = d.currentScript.dataset.client,
    p = parent == self ? null : parent,
    y = 0,
    m = 'storehand-resize',
    off = (n) => Math.abs(n - y) > 1,
    // The measured element never depends on the frame's own height, so the two cannot chase each other.
    tell = () => {
      let n = i.offsetHeight + 40
      if (off(n)) p?.postMessage({ type: m, height: (y = n) }, '*')
    },
    // Lifts the cap. The root's own bar goes only once the page around has proven that it follows, else text would be cut off.
    follow = (x) => {
      if (x || innerHeight > 620) ((h.follow = x && p ? 'f' : h.follow || 'y'), (r.tabIndex = -1))
    }

  new ResizeObserver(tell).observe(i)
  // Told again: the page around may have begun to listen only now.
  onload = () => tell((y = 0))
  onresize = () => follow(!off(innerHeight))
  // The first word of a page that follows: it may not have heard the height yet.
  onmessage = (e) => {
    if (p && e.source == p && e.data?.type == m + '-ack')
      (h.follow == 'f' || tell((y = 0)), follow(1))
  }
  // The first press is kept for React and made again once it is here, or cannot come; a second one does not wait.
  onclick = (e) => {
    let b = e.target.closest('button')
    if (b && !h.held) {
      h.held = b.ariaBusy = true
      // oxlint-disable-next-line typescript/no-floating-promises -- the press follows whatever comes
      import(c).finally(() => b.click((b.ariaBusy = null)))
      return false
    }
  }
  // A pointer, a finger or a key: each comes in by one of these two.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- nobody else listens here, and every byte is paid for by each visitor
  r.onpointerover = r.onkeyup = () => import(c)
  tell()
  follow()
}
