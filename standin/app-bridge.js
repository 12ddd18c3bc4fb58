// Served to the embedded app in place of the platform's own script: adds session tokens from the surrounding frame to
// every request to the app's own server, and implements the few calls that the product uses, as @shopify/app-bridge-types 0.7.2 has them
// and shopify.dev/docs/api/app-home/apis describes them. The messages between the frames are ours.
;(() => {
  const admin = new URL(document.currentScript.src).origin
  const query = new URLSearchParams(location.search)
  const apiKey = document.querySelector('meta[name="shopify-api-key"]')?.content ?? ''
  const waiting = new Map()
  let asked = 0

  addEventListener('message', (event) => {
    if (event.origin !== admin || event.source !== parent) return
    const answer = waiting.get(event.data?.demoStore)
    if (!answer) return
    waiting.delete(event.data.demoStore)
    answer(event.data.value)
  })
  const ask = (call, value) =>
    new Promise((resolve) => {
      asked += 1
      waiting.set(asked, resolve)
      parent.postMessage({ demoStore: asked, call, value }, admin)
    })

  const idToken = () => ask('idToken')
  const tell = (call, value) =>
    window !== top && parent.postMessage({ demoStore: 0, call, value }, admin)

  // Messages that the admin sends to the frame: a chosen link of the menu, a clicked button of a toast or of the save
  // bar.
  const toasts = new Map()
  const told = {
    navigate: (href) => {
      const link = [...document.querySelectorAll('s-app-nav s-link')].find(
        (one) => one.getAttribute('href') === href,
      )
      const event = new Event('shopify:navigate', { bubbles: true, cancelable: true })
      // An app that does not handle the link itself is loaded at its address.
      if (link?.dispatchEvent(event)) location.assign(href)
    },
    toastAction: (id) => toasts.get(id)?.onAction?.(),
    saveBar: ({ id, button }) =>
      document
        .getElementById(id)
        ?.querySelector(button === 'save' ? 'button[variant=primary]' : 'button:not([variant])')
        ?.click(),
  }
  addEventListener('message', (event) => {
    if (event.origin !== admin || event.source !== parent) return
    told[event.data?.tell]?.(event.data.value)
  })

  let openBar = ''
  /** What the admin shows around the frame: the menu, the title, and the frame's position. */
  let shown = ''
  const show = () => {
    // A save bar disappears with its element.
    if (openBar && !document.getElementById(openBar)) {
      tell('saveBar', { id: openBar, isShown: false })
      openBar = ''
    }
    const links = [...document.querySelectorAll('s-app-nav s-link')].map((link) => ({
      href: link.getAttribute('href') ?? '',
      label: link.textContent,
      isHome: link.getAttribute('rel') === 'home',
    }))
    const place = new URL(location.href)
    // The admin's own address already contains the parameters of the frame.
    for (const name of [
      'embedded',
      'shop',
      'host',
      'id_token',
      'hmac',
      'timestamp',
      'session',
      'locale',
    ])
      place.searchParams.delete(name)
    const value = { links, title: document.title, path: place.pathname + place.search }
    if (shown === JSON.stringify(value)) return
    shown = JSON.stringify(value)
    tell('show', value)
  }
  if (window !== top) {
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver(show).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeFilter: ['href'],
      })
      show()
    })
    for (const name of ['pushState', 'replaceState']) {
      const plain = history[name].bind(history)
      history[name] = (...given) => {
        plain(...given)
        show()
      }
    }
    addEventListener('popstate', show)
  }

  let numbered = 0
  const saveBar = (isShown) => (id) => {
    const bar = document.getElementById(id)
    if (bar?.localName !== 'ui-save-bar') return Promise.reject(new Error(`No save bar ${id}`))
    openBar = isShown ? id : ''
    tell('saveBar', { id, isShown, asksFirst: bar.hasAttribute('discardconfirmation') })
    return Promise.resolve()
  }
  window.shopify = {
    config: { apiKey, shop: query.get('shop') ?? '', host: query.get('host') ?? '' },
    environment: { embedded: window !== top },
    idToken,
    toast: {
      show: (message, { onAction, ...options } = {}) => {
        if (typeof message !== 'string') throw new TypeError('A toast is a text')
        numbered += 1
        const id = `toast-${numbered}`
        toasts.set(id, { onAction })
        tell('toast', { id, message, ...options })
        return id
      },
      hide: (id) => tell('hideToast', id),
    },
    saveBar: {
      show: saveBar(true),
      hide: saveBar(false),
      // Never answers when the merchant stays.
      leaveConfirmation: () => (openBar ? ask('leave') : Promise.resolve()),
    },
    app: { extensions: () => ask('extensions') },
    scopes: {
      async request(scopes) {
        const answer = await ask('scopes', scopes)
        // Scopes outside of the app's configuration are refused.
        if (answer.error) throw new Error(answer.error)
        return answer
      },
    },
    loading() {},
  }

  // The app requested to be opened again with a token.
  const again = query.get('shopify-reload')
  if (again && window !== top) {
    const address = new URL(again, location.href)
    if (address.origin === location.origin) {
      void idToken().then((token) => {
        address.searchParams.set('id_token', token)
        location.replace(address)
      })
    }
  }

  const plainFetch = window.fetch.bind(window)
  const withToken = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('Authorization', `Bearer ${await idToken()}`)
    return plainFetch(request)
  }
  window.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, location.href)
    const own = new Request(input, init)
    if (window === top || address.origin !== location.origin || own.headers.has('Authorization')) {
      return plainFetch(input, init)
    }
    const answer = await withToken(own.clone())
    const isStale = answer.headers.get('X-Shopify-Retry-Invalid-Session-Request') === '1'
    return answer.status === 401 && isStale ? withToken(own) : answer
  }

  const plainOpen = window.open.bind(window)
  window.open = (address, target, features) => {
    if (target !== '_top' || window === top) return plainOpen(address, target, features)
    parent.postMessage(
      { demoStore: 0, call: 'go', value: new URL(address, location.href).href },
      admin,
    )
    return null
  }
})()
