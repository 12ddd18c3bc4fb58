import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, owner, refuse, showDashboard, type Server } from '#test/screens/dashboard.tsx'

const mail = (id: string, subject: string, html = '<p>Hello</p>') => ({
  id,
  to: `${id}@example.com`,
  subject,
  text: `Hello ${id}`,
  html,
  sent_at: '2026-08-12T12:02:00Z',
})
const show = (server: Server) => showDashboard('/dev/mailbox', server, owner)

// shows: interface-41
it('lists the mails, shows the newest, and another one when it is chosen', async () => {
  const hostile = '<script>parent.document.title = "mine"</script>'
  show({
    'GET /dev/mailbox.json': answer([
      mail('maya', 'Your code is 482 913', hostile),
      mail('jon', 'An update on your application'),
    ]),
  })
  const newest = await screen.findByRole('article', { name: 'Your code is 482 913' })
  expect(within(newest).getByText('maya@example.com')).toBeTruthy()
  const frame = within(newest).getByTitle<HTMLIFrameElement>('Message')
  expect(frame.srcdoc).toContain(hostile)
  // Whatever a mail holds, it runs nothing and reaches nothing of ours.
  expect(frame.getAttribute('sandbox')).not.toMatch(/scripts|same-origin|forms/)

  const list = within(screen.getByRole('list', { name: 'Mails' }))
  fireEvent.click(list.getByRole('button', { name: /An update on your application/ }))
  const other = screen.getByRole('article', { name: 'An update on your application' })
  expect(within(other).getByText('Hello jon')).toBeTruthy()
})

it('says what will appear there while there is none', async () => {
  show({ 'GET /dev/mailbox.json': answer([]) })
  expect(await screen.findByText('No mails yet.')).toBeTruthy()
})

// shows: interface-41
it('does not exist where mails are really sent', async () => {
  show({ 'GET /dev/mailbox.json': refuse('server.notFound', 404) })
  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
})

it('says what failed in place, and tries again', async () => {
  let isAway = true
  show({
    'GET /dev/mailbox.json': (request) =>
      isAway ? refuse('server.unavailable', 503)(request) : answer([])(request),
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  fireEvent.click(again)
  expect(await screen.findByText('No mails yet.')).toBeTruthy()
})
