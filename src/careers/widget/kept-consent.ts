// What a reload of the shop's page would lose, because the widget begins with its list there: the consent to one job, and by what the
// server knows the address. In the tab only, and never the address itself.
import type { WidgetView } from '#domain/careers/widget.ts'
import { guarded } from '../application/draft.ts'

const KEY = 'storehand-consent'

/** `job`: as the list's buttons name it. `v`: of the mail that was asked for. */
type Consent = { job: string; v?: string }

const read = () => guarded(() => JSON.parse(sessionStorage[KEY] as string) as Consent)
const keep = (consent: Consent) => guarded(() => (sessionStorage[KEY] = JSON.stringify(consent)))

/** `url`: of the step that is shown. */
export function keepConsent(view: WidgetView, url: string): void {
  if (view.options.page) return
  const job = new URL(url, location.origin).searchParams.get('roleId')
  const kept = read()
  if (view.step === 'done') guarded(() => sessionStorage.removeItem(KEY))
  else if (view.step === 'email' && job && kept?.job !== job) keep({ job })
  else if (view.step === 'sent' && kept) keep({ job: kept.job, v: view.verification })
}

/** The step after the consent, for a job that has it; otherwise `url` itself. */
export function afterConsent(url: string): string {
  const address = new URL(url, location.origin)
  const query = address.searchParams
  const kept = query.get('step') === 'consent' && query.get('roleId') === read()?.job && read()
  if (!kept) return url
  query.set('step', 'email')
  query.set('consent', 'yes')
  if (kept.v) query.set('v', kept.v)
  return address.pathname + address.search
}
