// Stands around an extension of the admin, as the platform's own sandbox does: a document of no origin, the platform's elements and no others,
// and a fetch that adds the session token to what goes to the app.
const { appUrl, customer, target, module, locale, texts } = JSON.parse(
  document.getElementById('extension').textContent,
)

/** The elements that the extension may draw, with what each takes; anything else is refused aloud, where the platform draws nothing. */
const ELEMENTS = {
  's-admin-block': ['heading', 'collapsedSummary'],
  's-stack': ['direction', 'gap', 'alignItems'],
  's-link': ['href'],
  's-text': ['color', 'tone'],
  's-badge': ['tone'],
  's-spinner': ['accessibilityLabel', 'size'],
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
  for (const property of known) {
    Object.defineProperty(element, property, {
      get: () => element.getAttribute(property) ?? '',
      set(value) {
        element.setAttribute(property, value)
      },
    })
  }
  if (name === 's-spinner') element.setAttribute('role', 'status')
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
  data: { selected: [{ id: customer }] },
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
