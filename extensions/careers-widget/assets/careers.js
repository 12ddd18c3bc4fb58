// Puts the careers widget into any page, where this script element stands, and lets its frame grow with what it shows.
//
//   <script src="https://jobs.example/embed.js" data-org="pannier-lane" data-title="Job openings at Pannier Lane" async></script>
//
// Options are data attributes named as those of /embed: org or shop, style, theme, lang, color, powered, store. Besides:
// data-title, the frame's title in the language of the page; without it the title is the shop's name, given by data-name or made from
// its handle; data-in, a selector for where the frame goes instead of after the script.
// Without data-lang the widget speaks the language of the page around it.
// Without org and shop nothing is made, and the frames in the page that are marked `data-storehand` are followed: the theme's
// block works so, with a copy of this file. Served as it is written: whoever lets it into a page may read it.
{
  const script = document.currentScript
  const given = script?.dataset ?? {}
  const options = ['org', 'shop', 'style', 'theme', 'lang', 'color', 'powered', 'store']
  /** What is kept free until the frame says how tall it is: what the three styles take with a few jobs. */
  const heights = { widget: 480, button: 120 }

  const placeholders = { widget: 2, button: 0 }

  /** Where each job will stand, three lines in grey: shines through the frame until that has something to show. */
  const skeleton = (jobs) =>
    Array.from({ length: jobs }, (_, job) =>
      [
        [0, 45, 18],
        [34, 25, 12],
        [62, 90, 12],
      ].map(([below, width, height]) => {
        const top = 96 + job * 148 + below
        return `linear-gradient(#8883, #8883) 16px ${top}px / ${width}% ${height}px no-repeat`
      }),
    ).join()

  /** 'pannier-lane' or 'pannier-lane.myshopify.com', as a person would write it. */
  const nameOf = (handle) =>
    handle
      .replace(/\..*/, '')
      .replace(/(^|-)(\w)/g, (_, dash, letter) => (dash && ' ') + letter.toUpperCase())

  /** After the script; where that is in the head, which shows nothing, at the end of the page. */
  const place = (frame) => {
    const stands = !given.in && script.closest('body')
    if (stands) return script.after(frame)
    if (document.readyState === 'loading') {
      return document.addEventListener('DOMContentLoaded', () => place(frame))
    }
    const wanted = given.in && document.querySelector(given.in)
    return (wanted || document.body).append(frame)
  }

  const makeFrame = () => {
    const address = new URL('embed', script.src)
    const around = document.documentElement.lang
    if (around) address.searchParams.set('lang', around)
    for (const option of options) {
      if (given[option]) address.searchParams.set(option, given[option])
    }
    const frame = document.createElement('iframe')
    frame.title = given.title || given.name || nameOf(given.org || given.shop)
    frame.loading = 'lazy'
    // The host alone, also from pages that tell nothing: the shop's checklist knows by it that the widget is in place.
    frame.referrerPolicy = 'strict-origin-when-cross-origin'
    frame.src = address.href
    // By properties: a style attribute would need a word in the page's content policy.
    frame.style.display = 'block'
    frame.style.width = '100%'
    frame.style.height = `${heights[given.style] ?? 600}px`
    frame.style.border = '0'
    frame.style.background = skeleton(placeholders[given.style] ?? 3)
    frame.ariaBusy = 'true'
    frame.addEventListener('load', () => {
      frame.style.background = ''
      frame.ariaBusy = null
    })
    place(frame)
    return frame
  }

  const own = given.org || given.shop ? [makeFrame()] : null
  // Asked anew each time: an editor of themes adds and replaces frames.
  const frames = () => own ?? [...document.querySelectorAll('iframe[data-storehand]')]
  /** The step each frame told last. */
  const steps = new WeakMap()

  const grow = (frame, height) => {
    if (height > 0 && height < Infinity) frame.style.height = `${Math.ceil(height)}px`
  }

  const bringIntoSight = (frame, step) => {
    const before = steps.get(frame)
    steps.set(frame, step)
    // The question about consent opens beside the button that was pressed, and leads back to it.
    if (step === 'consent' || (step === 'list' && before === 'consent')) return
    if (frame.getBoundingClientRect().top >= 0) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    frame.scrollIntoView({ block: 'start', behavior: calm ? 'instant' : 'smooth' })
  }

  addEventListener('message', ({ data, origin, source }) => {
    // Anyone may post anything here: only the frame's own window, while it shows the address it was given, is heard.
    const frame = frames().find(({ contentWindow }) => contentWindow && contentWindow === source)
    if (!frame || origin !== new URL(frame.src).origin || !data) return
    if (data.type === 'storehand-resize' && typeof data.height === 'number') {
      grow(frame, data.height)
      source.postMessage({ type: 'storehand-resize-ack' }, origin)
    }
    if (data.type === 'storehand-step') bringIntoSight(frame, data.step)
  })

  // A frame that was there first has told its height to nobody, and tells it again. There is nothing to overhear in this.
  if (!own) {
    for (const frame of frames()) {
      frame.contentWindow?.postMessage({ type: 'storehand-resize-ack' }, '*')
    }
  }
}
