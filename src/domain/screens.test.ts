import { expect, test } from 'vitest'
import { isScreen, pathsWith, screens, sectionPages, sections, tabsOf } from './screens.ts'

/** The entry's own page, one of its tabs, or in the palette by itself. */
const isReached = (path: string) =>
  isScreen(path) &&
  (sectionPages.some(({ to }) => to === path) ||
    'tab' in screens[path] ||
    'isInPalette' in screens[path])

test('every page of an entry of the menu is reached from it or from the palette', () => {
  expect(pathsWith('section').filter((path) => !isReached(path))).toEqual([])
})

// Where one page has a tab, the palette lists the tabs instead of the entry.
test.each(sections)('%s has a tab for each of its pages, or for none', (section) => {
  const pages = pathsWith('section').filter(
    (path) => screens[path].section === section && !('isInPalette' in screens[path]),
  )
  expect([0, pages.length]).toContain(tabsOf(section).length)
})
