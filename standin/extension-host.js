// The document around an extension of the admin, like the platform's own sandbox: without an origin, with only the
// platform's elements, and a fetch that adds the session token to requests to the app (shopify.dev/docs/api/admin-extensions, 'Network
// access'); what it is given is that of @shopify/ui-extensions 2026.7.
const { appUrl, selected, target, module, locale, texts } = JSON.parse(
  document.getElementById('extension').textContent,
)

/**
 * The elements that an extension may use, with their attributes; anything else throws an error, where the platform
 * renders nothing.
 */
const ELEMENTS = {
  ...(target.includes('.block.')
    ? { 's-admin-block': ['heading', 'collapsedSummary'] }
    : { 's-admin-action': ['heading', 'loading'] }),
  's-stack': ['direction', 'gap', 'alignItems'],
  's-link': ['href'],
  's-text': ['color', 'tone'],
  's-paragraph': ['color', 'tone'],
  's-badge': ['tone'],
  's-banner': ['heading', 'tone'],
  's-spinner': ['accessibilityLabel', 'size'],
  's-button': ['variant', 'tone', 'disabled', 'loading'],
  's-select': ['label', 'value', 'disabled'],
  's-option': ['value'],
}
const SWITCHES = ['disabled', 'loading']

/** What the platform renders inside some of them. */
const INSIDES = {
  's-admin-action'(element, root) {
    root.innerHTML = `<style>
      h1 { margin: 0; padding: 12px 16px; background: #f3f3f3; font-size: 14px; line-height: 20px }
      div { padding: 16px } footer { display: flex; justify-content: end; gap: 8px; padding: 12px 16px; border-top: 1px solid #e3e3e3 }
      </style><h1></h1><div><slot></slot></div>
      <footer><slot name="secondary-actions"></slot><slot name="primary-action"></slot></footer>`
    return () => (root.querySelector('h1').textContent = element.heading)
  },
  's-button'(element, root) {
    root.innerHTML = `<style>
      button { font: 600 13px/20px system-ui, sans-serif; padding: 5px 12px; border: 1px solid #ccc; border-radius: 8px; background: #fff; color: inherit }
      button.primary { background: #303030; color: #fff } button:disabled { background: #f2f2f2; border-color: #f2f2f2; color: #9a9a9a }
      </style><button><slot></slot></button>`
    const [button] = root.querySelectorAll('button')
    return () => {
      button.className = element.variant
      button.disabled = element.disabled || element.loading
    }
  },
  's-select'(element, root) {
    root.innerHTML = `<style>
      label { display: grid; gap: 4px } select { font: inherit; padding: 6px 8px; border: 1px solid #8a8a8a; border-radius: 8px; background: #fff }
      </style><label><span></span><select></select></label>`
    const [select] = root.querySelectorAll('select')
    select.addEventListener('change', () => {
      element.setAttribute('value', select.value)
      element.dispatchEvent(new Event('change'))
    })
    const draw = () => {
      root.querySelector('span').textContent = element.label
      select.disabled = element.disabled
      select.replaceChildren(
        ...[...element.children].map((one) => new Option(one.textContent, one.value)),
      )
      select.value = element.value
    }
    new MutationObserver(draw).observe(element, { childList: true })
    return draw
  },
}

let asked = 0
const ask = (call, value) =>
  new Promise((resolve) => {
    const id = (asked += 1)
    const answer = ({ source, data }) => {
      if (source !== parent || data?.id !== id) return
      removeEventListener('message', answer)
      resolve(data.value)
    }
    addEventListener('message', answer)
    parent.postMessage({ id, call, value }, '*')
  })

const createElement = document.createElement.bind(document)
document.createElement = (name) => {
  const known = ELEMENTS[name]
  if (!known) throw new TypeError(`The admin has no element ${name} for an extension`)
  const element = createElement(name)
  let draw
  for (const property of known) {
    const isSwitch = SWITCHES.includes(property)
    Object.defineProperty(element, property, {
      get: () =>
        isSwitch ? element.hasAttribute(property) : (element.getAttribute(property) ?? ''),
      set(value) {
        if (isSwitch) element.toggleAttribute(property, value)
        else element.setAttribute(property, value)
        draw?.()
      },
    })
  }
  if (INSIDES[name]) draw = INSIDES[name](element, element.attachShadow({ mode: 'open' }))
  draw?.()
  if (name === 's-spinner' || name === 's-banner') element.setAttribute('role', 'status')
  if (name === 's-link') {
    element.setAttribute('role', 'link')
    element.tabIndex = 0
    const go = () => ask('go', element.href)
    element.addEventListener('click', go)
    element.addEventListener('keydown', ({ key }) => key === 'Enter' && go())
  }
  return Object.preventExtensions(element)
}

const plainFetch = fetch.bind(globalThis)
globalThis.fetch = async (address, init = {}) => {
  const url = new URL(address, appUrl)
  if (url.origin !== new URL(appUrl).origin) return plainFetch(url, init)
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Bearer ${await ask('idToken')}`)
  return plainFetch(url, { ...init, headers })
}

globalThis.shopify = {
  extension: { target },
  data: { selected: [{ id: selected }] },
  close: () => void ask('close'),
  auth: { idToken: () => ask('idToken') },
  i18n: {
    translate(key) {
      if (!Object.hasOwn(texts, key)) throw new Error(`No text ${key} in ${locale}`)
      return texts[key]
    },
  },
}

const { default: draw } = await import(module)
await draw()
