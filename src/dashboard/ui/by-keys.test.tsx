import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { completeBrowser } from '#test/screens/dashboard.tsx'
import { Button, IconButton } from './button.tsx'
import { FilterChoice } from './forms/choice.tsx'
import { ActionMenu, MenuAction } from './popups/menu.tsx'
import { LineTabs } from './tabs.tsx'
import { Tooltips } from './popups/tooltips.tsx'

beforeEach(completeBrowser)
afterEach(cleanup)

test('a menu opens on the end that its key leads to, and gives the focus back', async () => {
  const chosen: string[] = []
  render(
    <ActionMenu trigger={<Button>Move</Button>}>
      <MenuAction onChoose={() => chosen.push('one')}>One</MenuAction>
      <MenuAction onChoose={() => chosen.push('two')}>Two</MenuAction>
    </ActionMenu>,
  )
  const button = screen.getByRole('button', { name: 'Move' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  button.focus()
  fireEvent.keyDown(button, { key: 'ArrowUp' })
  const last = await screen.findByRole('menuitem', { name: 'Two' })
  await expect.poll(() => document.activeElement).toBe(last)
  expect(button.getAttribute('aria-controls')).toBe(screen.getByRole('menu').id)
  fireEvent.keyDown(last, { key: 'Escape' })
  await expect.poll(() => document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  // Enter, and a shortcut that presses the button, are clicks without a pointer.
  fireEvent.click(button, { detail: 0 })
  const first = await screen.findByRole('menuitem', { name: 'One' })
  await expect.poll(() => document.activeElement).toBe(first)
  fireEvent.click(first)
  expect(chosen).toEqual(['one'])
  await expect.poll(() => screen.queryByRole('menu')).toBeNull()
})

const fruits = [
  { value: 'all', label: 'All' },
  { value: 'apple', label: 'Apple' },
  { value: 'apricot', label: 'Apricot' },
  { value: 'fig', label: 'Fig' },
] as const
type Fruit = (typeof fruits)[number]['value']

function Fruits() {
  const [value, setValue] = useState<Fruit>('all')
  return (
    <FilterChoice label="Fruit" options={fruits} value={value} on={false} onChange={setValue} />
  )
}

test('letters choose on a closed list, and keys open it on what is chosen', async () => {
  render(<Fruits />)
  const button = screen.getByRole('combobox', { name: 'Fruit' })
  const type = (key: string) => fireEvent.keyDown(button, { key })
  type('f')
  expect(button.textContent).toContain('Fig')
  type('o')
  expect(button.textContent).toContain('Fig')
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  const list = await screen.findByRole('listbox')
  expect(button.getAttribute('aria-controls')).toBe(list.id)
  const fig = within(list).getByRole('option', { name: 'Fig' })
  await expect.poll(() => document.activeElement).toBe(fig)
  expect(fig.getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(fig, { key: 'Escape' })
  await expect.poll(() => screen.queryByRole('listbox')).toBeNull()
})

test('the same letter again goes on, and several together are one word', () => {
  render(<Fruits />)
  const button = screen.getByRole('combobox', { name: 'Fruit' })
  const type = (key: string) => fireEvent.keyDown(button, { key })
  type('a')
  expect(button.textContent).toContain('Apple')
  type('a')
  expect(button.textContent).toContain('Apricot')
  type('a')
  expect(button.textContent).toContain('All')
  cleanup()
  render(<Fruits />)
  const other = screen.getByRole('combobox', { name: 'Fruit' })
  for (const key of ['a', 'p', 'r']) fireEvent.keyDown(other, { key })
  expect(other.textContent).toContain('Apricot')
})

function Steps() {
  const [value, setValue] = useState<'one' | 'two' | 'three'>('one')
  const tabs = (['one', 'two', 'three'] as const).map((own) => ({ value: own, label: own }))
  return (
    <LineTabs label="Steps" tabs={tabs} value={value} onChange={setValue}>
      {value}
    </LineTabs>
  )
}

test('arrows lead from tab to tab and around the end, and a press chooses', () => {
  render(<Steps />)
  const tab = (name: string) => screen.getByRole('tab', { name })
  tab('one').focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key })
  press('ArrowRight')
  expect(document.activeElement).toBe(tab('two'))
  expect(tab('one').getAttribute('aria-selected')).toBe('true')
  press('End')
  press('ArrowRight')
  expect(document.activeElement).toBe(tab('one'))
  press('ArrowLeft')
  expect(document.activeElement).toBe(tab('three'))
  fireEvent.click(tab('three'))
  expect(tab('three').tabIndex).toBe(0)
  expect(tab('one').tabIndex).toBe(-1)
  expect(screen.getByRole('tabpanel', { name: 'three' }).textContent).toBe('three')
})

test('an icon says its name under the pointer, until a press or Escape', async () => {
  render(
    <>
      <IconButton name="Close the panel">x</IconButton>
      <Tooltips />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Close the panel' })
  fireEvent.pointerOver(button, { pointerType: 'touch' })
  expect(screen.queryByText('Close the panel')).toBeNull()
  fireEvent.pointerOver(button, { pointerType: 'mouse' })
  await screen.findByText('Close the panel')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByText('Close the panel')).toBeNull()
})
