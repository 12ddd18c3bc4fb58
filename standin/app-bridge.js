// Served to the embedded app in place of the platform's own script: session tokens from the frame around it, put on every
// request to the app's own server, and the few calls the product makes.
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
  window.shopify = {
    config: { apiKey, shop: query.get('shop') ?? '', host: query.get('host') ?? '' },
    environment: { embedded: window !== top },
    idToken,
    toast: { show: (message, options) => ask('toast', { message, ...options }), hide() {} },
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

  // The app asked to be opened again with a token.
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
