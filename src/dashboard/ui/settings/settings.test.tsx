// Settings are saved at once: what is sent and when, the way back, and that nothing typed is lost.
import { useEffect, useState } from 'react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { t } from '#domain/texts/text.ts'
import { owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'
import { ApiError } from '../../api.ts'
import { TextArea, TextInput } from '../forms/field.tsx'
import { LabelledSwitch } from '../forms/switch.tsx'
import { useSettings } from './use-settings.tsx'

const first = { name: 'Tiny Tea', site: '', about: 'Tea.', isOpen: false }
type Values = typeof first
type Sent = {
  change: Partial<Values>
  answer: (stored?: Partial<Values>) => void
  fail: (text: string) => void
}

let sent: Sent[]
let change: (values: Partial<Values>) => void
beforeEach(() => {
  sent = []
})

function Section() {
  const [values, setValues] = useState(first)
  useEffect(() => {
    change = (some) => setValues((before) => ({ ...before, ...some }))
  }, [])
  const { text, onOff } = useSettings({
    values,
    save: (change: Partial<Values>) =>
      new Promise<void>((resolve, reject) =>
        sent.push({
          change,
          answer: (stored = change) => {
            setValues((before) => ({ ...before, ...stored }))
            resolve()
          },
          fail: (message) => reject(new ApiError('application.invalid', message, 400)),
        }),
      ),
    check: ({ name }) => (name === '' ? 'Enter a name.' : undefined),
  })
  return (
    <>
      <TextInput {...text('name', 'Name')} />
      <TextInput {...text('site', 'Site')} />
      <TextArea {...text('about', 'About')} />
      <LabelledSwitch {...onOff('isOpen', 'Open')} hint="Whether the shop is open." />
    </>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const isOn = () => screen.getByRole('switch', { name: 'Open' }).ariaChecked
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
function write(label: string, value: string) {
  type(label, value)
  fireEvent.blur(field(label))
}
const isSent = (...changes: Partial<Values>[]) =>
  waitFor(() => expect(sent.map((one) => one.change)).toEqual(changes))
const answered = (place: number, stored?: Partial<Values>) =>
  act(async () => sent[place]?.answer(stored))
const note = (label: string) =>
  within(field(label).closest<HTMLElement>('[data-setting]')!).getByRole('status').textContent
const undo = (label: string) => screen.findByRole('button', { name: `Undo: ${label}` })

// shows: interface-145
it('saves a text when it is left or by Enter, only where it differs, and a choice when it changes', async () => {
  render(<Section />)
  type('Name', 'Big Tea')
  expect(sent).toEqual([])
  fireEvent.keyDown(field('Name'), { key: 'Enter' })
  await isSent({ name: 'Big Tea' })
  expect(note('Name')).toBe('Saving…')
  // Left afterwards: it is being sent already.
  fireEvent.blur(field('Name'))
  await answered(0)
  await waitFor(() => expect(note('Name')).toBe('Saved'))
  write('Name', ' Big Tea ')
  expect(field('Name').value).toBe('Big Tea')
  type('About', 'Tea\nand cake.')
  fireEvent.keyDown(field('About'), { key: 'Enter' })
  fireEvent.click(screen.getByRole('switch'))
  await isSent({ name: 'Big Tea' }, { isOpen: true })
  await answered(1)
  fireEvent.keyDown(field('About'), { key: 'Enter', ctrlKey: true })
  await isSent({ name: 'Big Tea' }, { isOpen: true }, { about: 'Tea\nand cake.' })
})

// shows: interface-145
it('restores the value before, by the keyboard too, until the section changes again', async () => {
  render(<Section />)
  write('Name', 'Big Tea')
  await isSent({ name: 'Big Tea' })
  await answered(0)
  const button = await undo('Name')
  button.focus()
  fireEvent.click(button)
  expect(field('Name').value).toBe('Tiny Tea')
  await isSent({ name: 'Big Tea' }, { name: 'Tiny Tea' })
  await answered(1)
  await waitFor(() => expect(note('Name')).toBe('Undone.'))
  expect(screen.queryByRole('button')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  fireEvent.click(screen.getByRole('switch'))
  await isSent({ name: 'Big Tea' }, { name: 'Tiny Tea' }, { isOpen: true })
  await answered(2)
  fireEvent.click(await undo('Open'))
  expect(isOn()).toBe('false')
  await waitFor(() => expect(sent.at(-1)?.change).toEqual({ isOpen: false }))
})

it('keeps what was refused, with the sentence; a refused choice is shown as it is', async () => {
  render(<Section />)
  write('Name', ' ')
  expect(screen.getByText('Enter a name.', { selector: 'p' })).toBeTruthy()
  expect(sent).toEqual([])
  write('Name', 'Tea!')
  await isSent({ name: 'Tea!' })
  await act(async () => sent[0]?.fail('No exclamation marks.'))
  const sentence = await screen.findByText('No exclamation marks.', { selector: 'p' })
  expect(field('Name').getAttribute('aria-describedby')).toContain(sentence.id)
  expect([field('Name').value, note('Name')]).toEqual(['Tea!', 'No exclamation marks.'])
  fireEvent.click(screen.getByRole('switch'))
  expect(isOn()).toBe('true')
  await waitFor(() => expect(sent).toHaveLength(2))
  await act(async () => sent[1]?.fail('Not today.'))
  await waitFor(() => expect(isOn()).toBe('false'))
  expect(screen.getByText('Not today.', { selector: 'p' })).toBeTruthy()
  type('Name', 'Tea')
  expect(screen.queryByText('No exclamation marks.')).toBeNull()
})

it('sends fast changes one after the other, and goes on after a refusal', async () => {
  render(<Section />)
  write('Name', 'One')
  write('Site', 'one.example')
  write('Name', 'Two')
  await isSent({ name: 'One' })
  await act(async () => sent[0]?.fail('Not that one.'))
  // Of an older text nothing is said beside the newer one.
  expect(screen.queryByText('Not that one.')).toBeNull()
  await isSent({ name: 'One' }, { site: 'one.example' })
  await answered(1, { site: 'https://one.example/' })
  await isSent({ name: 'One' }, { site: 'one.example' }, { name: 'Two' })
  await answered(2)
  await waitFor(() => expect(note('Name')).toBe('Saved'))
  expect([field('Name').value, field('Site').value]).toEqual(['Two', 'https://one.example/'])
  fireEvent.click(await undo('Name'))
  await waitFor(() => expect(sent.at(-1)?.change).toEqual({ name: 'Tiny Tea' }))
})

// shows: interface-145
it('never puts a late answer, or what somebody else stored, over newer typing', async () => {
  render(<Section />)
  write('Name', 'Big')
  await isSent({ name: 'Big' })
  type('Name', 'Bigger')
  await answered(0, { name: 'BIG' })
  await waitFor(() => expect(note('Name')).toBe(''))
  expect(field('Name').value).toBe('Bigger')
  act(() => change({ name: 'Somebody else’s', about: 'Theirs.' }))
  expect([field('Name').value, field('About').value]).toEqual(['Bigger', 'Theirs.'])
  fireEvent.blur(field('Name'))
  await isSent({ name: 'Big' }, { name: 'Bigger' })
})

it('saves what was typed when the section goes away', async () => {
  render(<Section />)
  type('Name', 'Big Tea')
  type('About', 'Cake.')
  cleanup()
  await isSent({ name: 'Big Tea' })
  await answered(0)
  await isSent({ name: 'Big Tea' }, { about: 'Cake.' })
})

// shows: interface-145
it('sends everything at once when the page closes, whatever is still on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { requests } = showDashboard(
    '/account',
    { 'PUT /api/accounts/names': () => promise.then((response) => response.clone()) },
    owner,
  )
  const bodies = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const last = await screen.findByLabelText('Last Name')
  fireEvent.change(last, { target: { value: 'Souza' } })
  fireEvent.blur(last)
  await waitFor(() => expect(bodies()).toHaveLength(1))
  fireEvent.change(screen.getByLabelText('First Name'), { target: { value: 'Bea' } })
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() =>
    expect(bodies()).toEqual([
      { first_name: 'Ana', last_name: 'Souza' },
      { first_name: 'Bea', last_name: 'Souza' },
    ]),
  )
  resolve(new Response(null, { status: 204 }))
})

it('leaves a page once everything is stored, and asks where something was refused', async () => {
  const { router, requests } = showDashboard(
    '/account',
    { 'PUT /api/accounts/names': refuse('application.invalid', 400, { first_name: 'Not this.' }) },
    owner,
  )
  fireEvent.change(await screen.findByLabelText('First Name'), { target: { value: 'Bea' } })
  const go = () => act(async () => void router.navigate({ to: '/organizations' }))
  await go()
  const question = await screen.findByRole('alertdialog', { name: t('form.discardTitle') })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(router.state.location.pathname).toBe('/account')
  expect(screen.getByLabelText('First Name')).toHaveProperty('value', 'Bea')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await go()
  fireEvent.click(await screen.findByRole('button', { name: t('action.discard') }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/organizations'))
  // Given up: it is not sent again.
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(2)
})

it('lets a tab close only after a question while something is not stored', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  showDashboard('/account', { 'PUT /api/accounts/names': () => promise }, owner)
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  const name = await screen.findByLabelText('First Name')
  expect(close()).toBe(false)
  fireEvent.change(name, { target: { value: 'Bea' } })
  expect(close()).toBe(true)
  // It was sent meanwhile.
  await act(async () => resolve(new Response(null, { status: 204 })))
  await screen.findByText(t('settings.saved'))
  expect(close()).toBe(false)
})
