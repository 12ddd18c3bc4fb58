// The preview's messages when there is nothing to render; its rendering is tested in test/e2e/search.test.ts.
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { t, type PlainTextCode } from '#domain/texts/text.ts'
import { createQueryClient } from '../../queries.ts'
import { answer, refuse, type Server } from '#test/screens/dashboard.tsx'
import { CvPreview } from './cv-preview.tsx'

const id = '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01'

function show(cvUrl: string | null, server: Server = {}, asText = false) {
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const path = address.split('?')[0] ?? ''
    const found = server[`${method} ${path}`]
    if (!found) throw new Error(`Nobody answers ${method} ${path}`)
    return Promise.resolve(found({ method, path, body: null }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CvPreview applicant={{ id, cv_url: cvUrl, cv_name: 'Maya.pdf' }} asText={asText} />
    </QueryClientProvider>,
  )
}
const link = `POST /api/applicants/${id}/cv-link`
const text = `POST /api/applicants/${id}/cv-text`
const linked = { [link]: answer({ url: 'http://localhost:3000/api/cvs/1.pdf', expires_in: 60 }) }

it('says that there is none', () => {
  show(null)
  expect(screen.getByText('No CV attached.')).toBeTruthy()
})

// shows: 7-107
describe('a PDF', () => {
  it.each<[PlainTextCode, Server]>([
    ['dashboard.cvMissing', { [link]: refuse('dashboard.cvMissing', 404) }],
    ['dashboard.cvLinkFailed', { [link]: refuse('server.unexpected', 500) }],
    [
      'dashboard.cvMissing',
      { ...linked, 'GET /api/cvs/1.pdf': refuse('dashboard.cvMissing', 404) },
    ],
    [
      'dashboard.cvLinkFailed',
      { ...linked, 'GET /api/cvs/1.pdf': refuse('dashboard.cvLinkFailed', 403) },
    ],
  ])('that cannot be had: %s', async (code, server) => {
    show('cvs/1.pdf', server)
    expect((await screen.findByRole('alert')).textContent).toContain(t(code))
  })

  it('asks for a new link when it is tried again', async () => {
    let asked = 0
    show('cvs/1.pdf', {
      [link]: (request) => {
        asked += 1
        return linked[link]?.(request) ?? Response.error()
      },
      'GET /api/cvs/1.pdf': refuse('dashboard.cvLinkFailed', 403),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(asked).toBe(2))
  })

  it('is read as text by those who ask for it', async () => {
    const server = {
      [text]: answer({
        state: 'done',
        text: '<b>Forklift</b>\nlicence',
        is_cut: true,
        missing: ['parts'],
      }),
    }
    show('cvs/1.pdf', server, true)
    const shown = await screen.findByRole('group', { name: 'Text of the CV' })
    expect(shown.textContent).toBe('<b>Forklift</b>\nlicence')
    const unread = `${t('dashboard.cvTextCut')} ${t('dashboard.cvPartMissing')}`
    expect(screen.getByText(unread)).toBeTruthy()
  })
})

describe('a DOCX', () => {
  it('is shown as its text, without asking for the file', async () => {
    show('cvs/1.docx', {
      [text]: answer({ state: 'done', text: 'Forklift', is_cut: false, missing: [] }),
    })
    expect(await screen.findByText('Forklift')).toBeTruthy()
  })

  it('waits for its text', async () => {
    show('cvs/1.docx', { [text]: answer({ state: 'waiting' }) })
    expect(await screen.findByText('The text is being taken out…')).toBeTruthy()
  })

  it('says why it has none', async () => {
    show('cvs/1.docx', { [text]: answer({ state: 'unreadable', reason: 'damaged' }) })
    expect(await screen.findByText(t('dashboard.cvTextDamaged'))).toBeTruthy()
  })
})
