// The script before React: reports the height, accepts messages only from the proven parent, stores the first click,
// cleans the address.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inlineScripts } from './inline-scripts.ts'

const parentWindow = { postMessage: vi.fn() }
const load = vi.fn()
let observed: (() => void) | undefined
let height = 500

/** Runs a script as the page would: found through its own element, `parent` a window around it. */
function run(
  name: keyof typeof inlineScripts,
  framed: boolean,
  data: Record<string, string> = {},
): void {
  Object.defineProperty(document, 'currentScript', {
    configurable: true,
    get: () => {
      const script = document.createElement('script')
      Object.assign(script.dataset, data)
      return script
    },
  })
  // The imitated browser loads nothing by itself.
  const source = inlineScripts[name].replaceAll('import(', 'load(')
  // oxlint-disable-next-line no-implied-eval -- the script is ours, and text until it runs
  const script = new Function('parent', 'load', source) as (...given: unknown[]) => void
  script(framed ? parentWindow : self, load)
}

beforeEach(() => {
  height = 500
  parentWindow.postMessage.mockReset()
  load.mockReset()
  history.replaceState(null, '', '/embed')
  document.body.innerHTML = '<div id="r" tabindex="0"><div><button>Apply Now</button></div></div>'
  const inner = document.querySelector('#r > div') as HTMLElement
  Object.defineProperty(inner, 'offsetHeight', { get: () => height })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observed = callback
      }
      observe() {}
    },
  )
  vi.stubGlobal('innerHeight', 600)
})

afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset['follow']
  onclick = onload = onresize = onmessage = onpageshow = null
})

// shows: 2-72, 7-126, 9-10
test('tells content plus 40, and again only when it changed by more than a pixel', () => {
  run('list', true)
  expect(parentWindow.postMessage).toHaveBeenLastCalledWith(
    { type: 'storehand-resize', height: 540 },
    '*',
  )
  height = 501
  observed?.()
  expect(parentWindow.postMessage).toHaveBeenCalledTimes(1)
  height = 700
  observed?.()
  expect(parentWindow.postMessage).toHaveBeenLastCalledWith(
    { type: 'storehand-resize', height: 740 },
    '*',
  )
})

test('tells nobody when nobody is around', () => {
  const posted = vi.spyOn(window, 'postMessage')
  run('list', false)
  expect(posted).not.toHaveBeenCalled()
})

test('keeps the cap in a frame that does not grow', () => {
  run('list', true)
  expect(document.documentElement.dataset['follow']).toBeUndefined()
})

test('lifts the cap in a tall frame, but keeps its bar until the page proves that it follows', () => {
  vi.stubGlobal('innerHeight', 800)
  height = 1500
  run('list', true)
  expect(document.documentElement.dataset['follow']).toBe('y')
  vi.stubGlobal('innerHeight', 1540)
  dispatchEvent(new Event('resize'))
  expect(document.documentElement.dataset['follow']).toBe('f')
})

// shows: safer-12
test('believes an acknowledgement only from the window around', () => {
  run('list', true)
  const data = { type: 'storehand-resize-ack' }
  dispatchEvent(new MessageEvent('message', { data, source: window }))
  expect(document.documentElement.dataset['follow']).toBeUndefined()
  onmessage?.call(window, { data, source: parentWindow } as unknown as MessageEvent)
  expect(document.documentElement.dataset['follow']).toBe('f')
})

test('loads React at the first touch of the list, and where a form is begun, not where a pointer rests', () => {
  run('list', false)
  expect(load).not.toHaveBeenCalled()
  document.querySelector('button')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(load).toHaveBeenCalledTimes(1)

  run('form', false)
  document.querySelector('button')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  expect(load).toHaveBeenCalledTimes(1)
  document.querySelector('button')?.focus()
  expect(load).toHaveBeenCalledTimes(2)
})

test.each([
  ['a draft that is kept on this device', () => localStorage.setItem('storehand-draft', '{}')],
  [
    'a field that the browser filled in again',
    () => {
      document.querySelector('input')!.value = 'Maya'
    },
  ],
  [
    'a field that was entered before the script came',
    () => document.querySelector('input')?.focus(),
  ],
])('loads React at once for %s', (_, happen) => {
  document.getElementById('r')!.innerHTML = '<form><input><button>Submit</button></form>'
  happen()
  run('form', false, { draft: 'keep' })
  onpageshow?.call(window, new PageTransitionEvent('pageshow'))
  expect(load).toHaveBeenCalledTimes(1)
  localStorage.clear()
})

describe('the first press', () => {
  const sent = vi.fn((event: Event) => event.preventDefault())
  let button: HTMLButtonElement

  beforeEach(() => {
    const r = document.getElementById('r') as HTMLElement
    r.innerHTML = '<div><form><button name="roleId" value="1">Apply Now</button></form></div>'
    button = r.querySelector('button') as HTMLButtonElement
    delete document.documentElement.dataset['held']
    sent.mockClear()
    document.addEventListener('submit', sent)
  })
  afterEach(() => document.removeEventListener('submit', sent))

  // shows: 2-61
  test('is kept until React listens, and then made once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    load.mockReturnValue(promise)
    run('list', false)
    button.click()
    expect(sent).not.toHaveBeenCalled()
    // Told at once, while nothing else can be.
    expect(button.ariaBusy).toBe('true')
    resolve()
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
    expect(button.ariaBusy).toBeNull()
    button.click()
    expect(sent).toHaveBeenCalledTimes(2)
  })

  test('is the browser’s own where React cannot come', async () => {
    // The script reports it by itself, as a browser does for a script that does not load.
    load.mockReturnValue({ finally: (then: () => void) => void Promise.resolve().then(then) })
    run('list', false)
    button.click()
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
  })

  test('is not kept a second time, nor where React is already', () => {
    load.mockReturnValue(new Promise(() => {}))
    run('list', false)
    button.click()
    button.click()
    expect(sent).toHaveBeenCalledTimes(1)
    document.documentElement.dataset['held'] = '1'
    button.click()
    expect(sent).toHaveBeenCalledTimes(2)
  })
})

test('takes the token out of the address and keeps it for a reload', () => {
  history.replaceState(null, '', '/embed?step=apply&token=secret&roleId=1')
  run('form', false)
  expect(location.search).toBe('?step=apply&roleId=1')
  expect(history.state).toEqual({ token: 'secret' })
})

test('no script holds a comment or grows beyond two kilobytes', () => {
  for (const script of Object.values(inlineScripts)) {
    expect(script.length).toBeLessThan(2000)
    expect(script).not.toMatch(/^\s*\/\//m)
  }
})

// shows: 2-124
test('a job is shared by the menu of the device, else its link is copied and that is said, else mailed', async () => {
  document.head.innerHTML = '<link rel=canonical href="https://shop.example/careers/job">'
  document.body.innerHTML =
    '<a class=share href="mailto:?" data-copied="Copied.">Share</a><span role=status></span>'
  const link = document.querySelector<HTMLAnchorElement>('.share')
  const click = () => link?.dispatchEvent(new MouseEvent('click', { cancelable: true }))
  run('share', false)
  expect(click()).toBe(true)
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(click()).toBe(false)
  expect(writeText).toHaveBeenCalledWith('https://shop.example/careers/job')
  await vi.waitFor(() =>
    expect(document.querySelector('[role=status]')?.textContent).toBe('Copied.'),
  )
  const share = vi.fn().mockRejectedValue(new DOMException('Closed', 'AbortError'))
  vi.stubGlobal('navigator', { share, clipboard: { writeText } })
  expect(click()).toBe(false)
  expect(share).toHaveBeenCalledTimes(1)
  expect(writeText).toHaveBeenCalledTimes(1)
  document.head.innerHTML = ''
})
