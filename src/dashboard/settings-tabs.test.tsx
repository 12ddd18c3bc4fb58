// Every setting is saved in one way: on no tab of the settings there is a form, and each section says what it changes.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mailedStatuses } from '#domain/applicants/applicant-mails.ts'
import { applicantStatuses } from '#domain/applicants/applicants.ts'
import { defaultText } from '#domain/mails/mail-templates.ts'
import { defaultStatusWords } from '#domain/rights/status-words.ts'
import { tabsOf } from '#domain/screens.ts'
import {
  answer,
  connectedStore,
  owner,
  quietOverview,
  showDashboard,
  type Server,
} from '#test/screens/dashboard.tsx'

const words = applicantStatuses.map((status) => [
  status,
  { text: defaultStatusWords(status), is_default: true },
])
const { retention } = quietOverview.attention
const server: Server = {
  'GET /api/store': answer(connectedStore),
  'GET /api/organizations/members': answer({ members: [], pending: [], invitations: [] }),
  'GET /api/jobs/feeds': answer({ feeds_off: [], time_zone: null }),
  'GET /api/rights/keeping': answer({ asks_to_keep: false }),
  'GET /api/retention': answer(retention),
  'GET /api/retention/preview': answer({ ...retention, applicants: [], more: 0 }),
  'GET /api/mail-templates': answer({
    confirmation_mails: true,
    mail_reply_to: null,
    templates: mailedStatuses.map((status) => ({
      ...defaultText(status),
      status,
      is_default: true,
    })),
  }),
  'GET /api/applicant-page': answer({ shows_opened: false, words: Object.fromEntries(words) }),
}

const controls = 'input:not([type=file]), textarea, [role=combobox], [role=switch]'

// shows: interface-145
it.each(tabsOf('settings'))('%s has no button that saves', async (path) => {
  showDashboard(path, server, owner)
  const main = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('#main')
    if (!found?.querySelector('h1, h2')) throw new Error('still loading')
    return found
  })
  await waitFor(() =>
    expect(within(main).queryAllByRole('status', { name: /…|\.\.\./ })).toEqual([]),
  )
  // What is folded away counts too.
  for (const folded of main.querySelectorAll<HTMLElement>(
    'button[aria-expanded=false]:not([role])',
  )) {
    fireEvent.click(folded)
  }
  await screen.findAllByRole('heading')
  expect(main.querySelectorAll('form, [type=submit]')).toHaveLength(0)
  expect(within(main).queryByRole('button', { name: /^Save\b/ })).toBeNull()
  for (const section of main.querySelectorAll('[data-settings]')) {
    const sentence = document.getElementById(section.getAttribute('aria-describedby') ?? '')
    expect(sentence?.textContent).not.toBe('')
    // Each control has its note beside it.
    for (const control of section.querySelectorAll(controls)) {
      const setting = control.closest('[data-setting]')
      expect(setting?.querySelector('[role=status]'), control.outerHTML).toBeTruthy()
    }
  }
})
