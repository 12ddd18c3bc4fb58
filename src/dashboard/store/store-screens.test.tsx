import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, owner, refuse, showDashboard, noStore } from '#test/screens/dashboard.tsx'

const newcomer = { ...owner, profile: null, organization: null }
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** ApplicationToErase for another site is all that jsdom cannot do. */
function watchLeaving() {
  const assign = vi.fn<(url: string) => void>()
  const replace = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { href: location.href, origin: location.origin, assign, replace })
  return { assign, replace }
}

describe('the address /', () => {
  // shows: 2-1, 2-24
  it('sends the query as it came, at once, and loads no session', async () => {
    const { replace } = watchLeaving()
    const { requests } = showDashboard('/?shop=tea.myshopify.com&hmac=ab%2Fc&host=aG9zdA', {
      'POST /api/store/enter': answer({ go: '/shopify-embed?host=aG9zdA', is_top: false }),
    })
    expect(await screen.findByText('Redirecting…')).toBeTruthy()
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/shopify-embed?host=aG9zdA'))
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/api/store/enter',
        body: {
          query: { shop: 'tea.myshopify.com', hmac: 'ab/c', host: 'aG9zdA' },
          is_framed: false,
          referrer: '',
        },
      },
    ])
  })

  it('without anything from a store leads to the installation', async () => {
    const { router, requests } = showDashboard('/', {
      'POST /api/store/enter': answer({ go: '/shopify-install', is_top: false }),
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/shopify-install'))
    await screen.findByLabelText('Shop domain')
    expect(requests.some(({ path }) => path === '/api/session')).toBe(false)
  })

  // shows: 8-23
  it('asks once: a way back that failed ends at the installation with its reasons', async () => {
    // The server's answer to whatever else is asked: bare, as a visit without anything is.
    let asked = 0
    const { router, requests } = showDashboard('/?code=x&shop=tea.myshopify.com&state=unknown', {
      'POST /api/store/enter': (request) => {
        asked += 1
        const go = '/shopify-install?error=oauth_exchange_failed'
        const first = { go, is_top: false, reason: 'store.stateInvalid' }
        return answer(asked === 1 ? first : { go: '/shopify-install', is_top: false })(request)
      },
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to exchange OAuth code for token')
    expect(alert.textContent).toContain('Invalid OAuth state')
    expect(router.state.location.href).toBe('/shopify-install?error=oauth_exchange_failed')
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('says what went wrong, and tries again', async () => {
    let tries = 0
    const { router } = showDashboard('/', {
      'POST /api/store/enter': (request) => {
        tries += 1
        if (tries === 1) return refuse('server.unavailable', 503)(request)
        return answer({ go: '/shopify-install', is_top: false })(request)
      },
    })
    await screen.findByRole('alert')
    press('Try again')
    await waitFor(() => expect(router.state.location.pathname).toBe('/shopify-install'))
  })
})

describe('/connect-shopify', () => {
  // shows: 2-8
  it('asks strangers to sign in', async () => {
    showDashboard('/connect-shopify', {})
    expect(await screen.findByText('Please sign in to connect your store.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth')
  })

  // shows: 2-8, 4-22, 5-17
  it('goes forward, back, and to the store that was named', async () => {
    const { assign } = watchLeaving()
    const { requests } = showDashboard(
      '/connect-shopify',
      {
        'POST /functions/shopify-oauth': answer({
          success: true,
          install_url: 'https://tea.myshopify.com/admin/oauth/authorize?state=1',
          state: '1',
        }),
      },
      newcomer,
    )
    await screen.findByRole('button', { name: 'Get Started' })
    const current = () => document.querySelector('[aria-current=step]')?.textContent
    expect(current()).toBe('1 Welcome')
    press('Get Started')
    await screen.findByLabelText('Store URL')
    expect(current()).toBe('2 Store')
    const asked = screen.getByRole('region', { name: 'What we ask your store for' })
    const rights = [...asked.querySelectorAll('li')].map((line) => line.textContent)
    expect(rights).toHaveLength(2)
    expect(rights[1]).toMatch(/^Read your customersTo recognise applicants/)
    expect(asked.textContent).not.toMatch(/_/)
    press('Connect Store')
    expect(await screen.findByText('Please enter your Shopify store URL')).toBeTruthy()
    type('Store URL', 'http://tea.myshopify.com')
    press('Connect Store')
    expect(
      await screen.findByText(
        'Please enter a valid Shopify store URL (e.g., https://your-store.myshopify.com)',
      ),
    ).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Store URL'))
    press('Back')
    await screen.findByRole('button', { name: 'Get Started' })
    press('Get Started')
    await screen.findByLabelText('Store URL')
    type('Store URL', 'Tea.myshopify.com/')
    fireEvent.blur(screen.getByLabelText('Store URL'))
    expect(screen.getByLabelText<HTMLInputElement>('Store URL').value).toBe(
      'https://Tea.myshopify.com/',
    )
    press('Connect Store')
    await waitFor(() =>
      expect(assign).toHaveBeenCalledWith(
        'https://tea.myshopify.com/admin/oauth/authorize?state=1',
      ),
    )
    expect(requests.at(-1)?.body).toEqual({
      action: 'generate_install_url',
      shop: 'https://Tea.myshopify.com/',
      began_at: '/connect-shopify',
    })
  })

  // shows: 8-23
  it('tells why a store could not be connected, and keeps what was typed', async () => {
    showDashboard(
      '/connect-shopify?step=2',
      { 'POST /functions/shopify-oauth': refuse('store.notConfigured', 409) },
      newcomer,
    )
    await screen.findByLabelText('Store URL')
    type('Store URL', 'https://tea.myshopify.com')
    press('Connect Store')
    expect(
      await screen.findByText(/^Failed to connect Shopify store: You cannot connect a store yet/),
    ).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Store URL').value).toBe(
      'https://tea.myshopify.com',
    )
  })

  // shows: 9-15
  it('leads on after two seconds', async () => {
    const { router } = showDashboard(
      '/shopify-install?code=c&shop=tea.myshopify.com',
      {
        'POST /api/store/callback': answer({
          shop: 'tea.myshopify.com',
          began_at: '/connect-shopify',
          is_linked: false,
          is_stored: true,
        }),
      },
      newcomer,
    )
    const now = await screen.findByRole('link', { name: 'Continue now' })
    expect(now.getAttribute('href')).toBe('/organizations')
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations'))
  })

  it('sends members to their organization, and lets an owner who asks for it connect', async () => {
    const { router } = showDashboard('/connect-shopify', {}, owner)
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations'))
    await router.navigate({ to: '/connect-shopify', search: { again: 'true' } })
    expect(await screen.findByRole('button', { name: 'Get Started' })).toBeTruthy()
    expect(router.state.location.href).toBe('/connect-shopify?again=true')
  })

  it('asks for the name of the shop where no store can be connected', async () => {
    const { requests } = showDashboard(
      '/connect-shopify',
      {
        'GET /api/store/app': answer({
          is_configured: false,
          is_demo: false,
          scopes: [],
          distribution: 'custom',
          install_url: null,
          admin_url: null,
        }),
        'POST /api/organizations': refuse('organization.alreadyMember', 409),
      },
      newcomer,
    )
    await screen.findByRole('heading', { name: 'Welcome to Storehand' })
    expect(document.body.textContent).not.toMatch(/shopify|connect/i)
    type('Organization Name', 'Tiny Tea Shop')
    press('Get Started')
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ name: 'Tiny Tea Shop' }))
  })

  it('names the store that removed the app, and has its address ready', async () => {
    const removed = {
      ...noStore,
      removed_shop: 'tea.myshopify.com',
      removed_because: 'store.uninstalled',
    }
    showDashboard('/connect-shopify?again=true', { 'GET /api/store': answer(removed) }, owner)
    const notice = /^tea\.myshopify\.com: Storehand was removed from this store\./
    expect(await screen.findByText(notice)).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Get Started' }))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Store URL' })
    expect(field.value).toBe('https://tea.myshopify.com')
    expect(screen.getByRole('alert').textContent).toMatch(notice)
  })

  it('leads back to the pages where a permission was granted for them', async () => {
    const { router } = showDashboard(
      '/shopify-install?code=c&shop=tea.myshopify.com',
      {
        'POST /api/store/callback': answer({
          shop: 'tea.myshopify.com',
          began_at: '/admin/store-pages',
          is_linked: true,
          is_stored: true,
        }),
        'GET /api/store/pages': refuse('server.unavailable', 503),
      },
      owner,
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/store-pages'))
  })
})

describe('the link from a store’s admin', () => {
  const claim = 'tea.myshopify.com~1~signed'

  it('leaves the address at once, asks before it connects, and is used up', async () => {
    const { requests, router } = showDashboard(
      `/connect-shopify?claim=${claim}`,
      { 'POST /api/store/link': answer({ shop: 'tea.myshopify.com', is_linked: true }) },
      owner,
    )
    await screen.findByRole('heading', { name: 'Connect tea.myshopify.com?' })
    expect(router.state.location.href).toBe('/connect-shopify')
    expect(screen.getByText(/The store will belong to Tiny Tea Shop/)).toBeTruthy()
    expect(requests.every(({ method }) => method === 'GET')).toBe(true)
    press('Connect Store')
    await screen.findByRole('heading', { name: 'Store Connected Successfully!' })
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ claim })
    expect(sessionStorage.length).toBe(0)
  })

  it('can be refused, and then nothing is connected', async () => {
    const { requests, router } = showDashboard(`/connect-shopify?claim=${claim}`, {}, owner)
    await screen.findByRole('heading', { name: 'Connect tea.myshopify.com?' })
    press('Not now')
    await waitFor(() => expect(router.state.location.pathname).toBe('/organizations'))
    expect(requests.every(({ method }) => method === 'GET')).toBe(true)
    expect(sessionStorage.length).toBe(0)
  })
})

describe('/shopify-install', () => {
  // shows: 2-9, 2-24, 5-20
  it('cleans what is pasted in sight, and leaves for the store', async () => {
    const { assign } = watchLeaving()
    const { requests } = showDashboard('/shopify-install', {
      'POST /functions/shopify-oauth': answer({
        success: true,
        install_url: 'https://x.example',
        state: '1',
      }),
    })
    await screen.findByLabelText('Shop domain')
    press('Install App')
    expect(await screen.findByText('Please enter your shop domain')).toBeTruthy()
    type('Shop domain', ' https://Tiny-Tea.myshopify.com/admin ')
    expect(screen.getByLabelText<HTMLInputElement>('Shop domain').value).toBe('tiny-tea')
    press('Install App')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://x.example'))
    expect(requests.at(-1)?.body).toMatchObject({ shop: 'tiny-tea', began_at: '/shopify-install' })
    expect(requests.some(({ path }) => path === '/api/session')).toBe(false)
  })

  // shows: 2-9, 4-22
  it.each([
    ['/connect-shopify', true, '/connect-shopify', 'Store Connected Successfully!'],
    ['/shopify-install', true, '/shopify-success', 'Installation Successful!'],
    ['/shopify-install', false, '/shopify-welcome', 'Welcome to Storehand'],
  ])('with a code ends where it began: %s, %s', async (began_at, is_linked, ends, heading) => {
    const { router, requests } = showDashboard(
      '/shopify-install?code=c&shop=tea.myshopify.com&hmac=h&state=s',
      {
        'POST /api/store/callback': answer({
          shop: 'tea.myshopify.com',
          began_at,
          is_linked,
          is_stored: true,
        }),
      },
      newcomer,
    )
    expect(await screen.findByText('Processing installation...')).toBeTruthy()
    await screen.findByRole('heading', { name: heading })
    expect(router.state.location.pathname).toBe(ends)
    expect(router.state.location.href).not.toContain('code=')
    const posts = requests.filter(({ method }) => method === 'POST')
    expect(posts.map(({ body }) => body)).toEqual([
      { query: { code: 'c', shop: 'tea.myshopify.com', hmac: 'h', state: 's' } },
    ])
  })

  // shows: 8-23
  it('says why the way back failed, and begins again with the same shop', async () => {
    const { router } = showDashboard('/shopify-install?code=c&shop=tea.myshopify.com', {
      'POST /api/store/callback': refuse('store.elsewhere', 409),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to exchange OAuth code for token')
    expect(alert.textContent).toContain('This store is connected to another organization.')
    press('Try again')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(router.state.location.href).toBe('/shopify-install?shop=tea.myshopify.com')
    expect(screen.getByLabelText<HTMLInputElement>('Shop domain').value).toBe('tea')
  })

  // shows: 8-23
  it.each([
    ['/connect-shopify', '/connect-shopify?step=2', 'Store URL', 'https://tea.myshopify.com'],
    ['/shopify-install', '/shopify-install?shop=tea.myshopify.com', 'Shop domain', 'tea'],
  ])(
    'says where it began that the connection could not be stored: %s',
    async (began_at, ends, label, kept) => {
      const { router } = showDashboard(
        '/shopify-install?code=c&shop=tea.myshopify.com&hmac=h&state=s',
        {
          'POST /api/store/callback': answer({
            shop: 'tea.myshopify.com',
            began_at,
            is_linked: false,
            is_stored: false,
          }),
        },
        newcomer,
      )
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('Failed to store Shopify session')
      expect(router.state.location.href).toBe(ends)
      expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe(kept)
    },
  )

  it('tells a merchant who refused that nothing was installed, and what can be done next', async () => {
    const { router, requests } = showDashboard(
      '/shopify-install?error=access_denied&shop=tea.myshopify.com&state=s&hmac=h&host=x',
      {},
    )
    const note = await screen.findByRole('status')
    expect(note.textContent).toMatch(/nothing was installed or changed\./)
    expect(screen.getByLabelText<HTMLInputElement>('Shop domain').value).toBe('tea')
    const onward = screen.getByRole('link', { name: 'Continue without a store' })
    expect(onward.getAttribute('href')).toBe('/organizations')
    await waitFor(() =>
      expect(router.state.location.href).toBe(
        '/shopify-install?error=access_denied&shop=tea.myshopify.com',
      ),
    )
    expect(requests.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('never shows a text that an address made up', async () => {
    showDashboard('/shopify-install?error=oauth_exchange_failed&reason=auth.emailTaken', {})
    const alert = await screen.findByRole('alert')
    expect(alert.querySelector('p')?.textContent).toBe('Failed to exchange OAuth code for token')
  })

  it('says plainly where no store can be connected, and marks a demo', async () => {
    showDashboard('/shopify-install', {
      'GET /api/store/app': answer({
        is_configured: false,
        is_demo: true,
        scopes: [],
        distribution: 'custom',
        install_url: null,
        admin_url: null,
      }),
    })
    expect(await screen.findByText(/^You cannot connect a store yet/)).toBeTruthy()
    expect(screen.getByText('Demo store.')).toBeTruthy()
  })
})

// shows: interface-98
it('asks for no store’s domain where the App Store distributes the app', async () => {
  const app = {
    is_configured: true,
    is_demo: false,
    scopes: ['read_products'],
    distribution: 'app_store',
    install_url: 'https://admin.shopify.com/oauth/install?client_id=1',
    admin_url: null,
  }
  for (const [path, more] of [
    ['/shopify-install', undefined],
    ['/connect-shopify?step=2', newcomer],
  ] as const) {
    showDashboard(path, { 'GET /api/store/app': answer(app) }, more)
    const link = await screen.findByRole('link', { name: 'Choose your store' })
    expect(link.getAttribute('href')).toBe(app.install_url)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.body.textContent).not.toContain('myshopify.com')
    cleanup()
  }
})

// shows: 2-15
it('/shopify-success leads into the admin and to the admin page', async () => {
  const { assign } = watchLeaving()
  showDashboard('/shopify-success?shop=tea.myshopify.com', {
    'GET /api/store/app': answer({
      is_configured: true,
      is_demo: false,
      scopes: [],
      distribution: 'custom',
      install_url: null,
      admin_url: 'https://admin.shopify.com/store/tea/apps/1',
    }),
  })
  const view = await screen.findByRole('link', { name: 'View Dashboard' })
  expect(view.getAttribute('href')).toBe('/shopify-embed?shop=tea.myshopify.com&authenticated=true')
  await waitFor(() => {
    press('Open in Shopify Admin')
    expect(assign).toHaveBeenCalledWith('https://admin.shopify.com/store/tea/apps/1')
  })
})

// shows: 2-10
it('/shopify-welcome says what the app is for and leads in', async () => {
  const { router } = showDashboard('/shopify-welcome', {})
  for (const name of [/create job listings/i, /manage applications/i, /customize career pages/i]) {
    expect(await screen.findByText(name)).toBeTruthy()
  }
  const start = screen.getByRole('link', { name: 'Get Started' })
  expect(start.getAttribute('href')).toBe('/admin')
  fireEvent.click(screen.getByRole('link', { name: 'View Documentation' }))
  await screen.findByRole('heading', { name: 'How Storehand works with your store' })
  expect(router.state.location.pathname).toBe('/shopify-guide')
})
