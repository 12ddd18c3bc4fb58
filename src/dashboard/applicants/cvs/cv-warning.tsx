// The warning beside a CV: what it contains, that it waits to be checked, or that it cannot be opened.
import { Clock, ShieldX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { warningsOf, type CvCheck, type CvKind } from '#domain/cvs/cvs.ts'
import { t } from '#domain/texts/text.ts'

type Warning = { icon: LucideIcon; look: string; head: string; advice?: string }

const alarm = 'bg-alert text-alert-text'
const calm = 'border border-line bg-sunken text-ink-2'

function warningOf(check: CvCheck, kind: CvKind | undefined): Warning | undefined {
  if (check.state === 'infected') {
    const head = t('dashboard.cvInfected', { name: check.malware ?? '' })
    return { icon: ShieldX, look: alarm, head }
  }
  if (check.state === 'waiting') {
    const head = t(check.scan === 'waiting' ? 'cv.waitsForScan' : 'cv.waiting')
    return { icon: Clock, look: calm, head }
  }
  const warnings = warningsOf(check.active_content)
  if (warnings.length === 0) return undefined
  const advice = t(kind === 'pdf' ? 'cv.readPdf' : 'cv.readText')
  return { icon: TriangleAlert, look: alarm, head: warnings.join(' '), advice }
}

export function CvWarning({ check, kind }: { check: CvCheck; kind: CvKind | undefined }) {
  const warning = warningOf(check, kind)
  const Icon = warning?.icon
  return (
    // Rendered from the start, so that a screen reader also reads a warning that comes later.
    <div role="status">
      {warning && Icon && (
        <div className={`mt-2 flex items-start gap-3 rounded-control px-4 py-2.5 ${warning.look}`}>
          <Icon size={16} className="mt-0.5 flex-none" />
          <p className="min-w-0 break-words">
            <span className={warning.look === alarm ? 'font-semibold' : ''}>{warning.head}</span>
            {warning.advice && <> {warning.advice}</>}
          </p>
        </div>
      )}
    </div>
  )
}
