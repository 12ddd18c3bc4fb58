import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shortcuts, switchSingleKeys, useShortcut, type ShortcutName } from './shortcuts.ts'

const pressed: string[] = []
function Screen({ names, label = '' }: { names: readonly ShortcutName[]; label?: string }) {
  return names.map((name) => <Bound key={name} name={name} label={label} />)
}
function Bound({ name, label }: { name: ShortcutName; label: string }) {
  useShortcut(name, () => pressed.push(`${label}${name}`))
  return null
}
const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}`, ...more })

beforeEach(() => pressed.splice(0))
afterEach(() => switchSingleKeys(true))

it('runs what the shown screen bound to a key, and nothing once the screen is gone', () => {
  const { unmount } = render(<Screen names={['applicants.select', 'undo']} />)
  press('x')
  press('z', { ctrlKey: true })
  press('z')
  press('x', { ctrlKey: true })
  expect(pressed).toEqual(['applicants.select', 'undo'])
  unmount()
  press('x')
  expect(pressed).toHaveLength(2)
})

it('asks what was shown last', () => {
  render(<Screen names={['applicants.select']} label="list " />)
  const { unmount } = render(<Screen names={['applicants.select']} label="panel " />)
  press('x')
  unmount()
  press('x')
  expect(pressed).toEqual(['panel applicants.select', 'list applicants.select'])
})

it('remembers the first of two keys while screens come and go, and forgets it once they led somewhere', () => {
  render(<Screen names={['go.applicants', 'go.jobs', 'applicants.next']} />)
  press('g')
  const { unmount } = render(<Screen names={['applicants.select']} />)
  press('a')
  unmount()
  press('j')
  expect(pressed).toEqual(['go.applicants', 'applicants.next'])
})

it('leaves the keys to a field, a menu or a dialog', () => {
  render(
    <>
      <Screen names={['applicants.select', 'undo']} />
      <input aria-label="Name" />
      <input type="checkbox" aria-label="Tick" />
    </>,
  )
  press('x', {}, screen.getByLabelText('Name'))
  press('z', { ctrlKey: true }, screen.getByLabelText('Name'))
  expect(pressed).toEqual([])
  press('x', {}, screen.getByLabelText('Tick'))
  expect(pressed).toEqual(['applicants.select'])
  const { unmount } = render(<div role="menu" tabIndex={-1} />)
  press('x')
  unmount()
  render(<div role="dialog" aria-label="Maya" data-docked="" />)
  press('x')
  expect(pressed).toHaveLength(2)
})

it('switches characters off and remembers it, but not keys that are held with another', () => {
  render(<Screen names={['applicants.select', 'undo']} />)
  switchSingleKeys(false)
  press('x')
  press('z', { ctrlKey: true })
  expect(pressed).toEqual(['undo'])
  expect(localStorage.getItem('storehand-single-keys')).toBe('off')
})

it('goes on while a key is held only where that is meant', () => {
  render(<Screen names={['applicants.next', 'applicants.reject']} />)
  for (const key of ['j', 'r']) {
    press(key)
    press(key, { repeat: true })
  }
  expect(pressed).toEqual(['applicants.next', 'applicants.next', 'applicants.reject'])
})

it('gives no key to two acts', () => {
  const keys = Object.values(shortcuts).flatMap((shortcut) => shortcut.keys)
  expect(new Set(keys).size).toBe(keys.length)
})
