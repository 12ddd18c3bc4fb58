// The steps of a new shop before applications come, each with a link.
import { useId, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Check, Circle, Minus } from 'lucide-react'
import {
  isSkippable,
  type Checklist as Given,
  type ChecklistLine,
  type ChecklistStep,
} from '#domain/organizations/checklist.ts'
import { t } from '#domain/texts/text.ts'
import { isInAdmin } from '../ui/store-admin/admin-frame.ts'
import {
  BlockAction,
  blockText,
  useThemeBlock,
  type ThemeBlock,
} from '../shell/store/theme-block.tsx'
import { usePublicLinks, widgetCode } from '../shell/careers/public-link.ts'
import { Reconnect } from '../shell/store/reconnect.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyTextButton } from '../ui/copy-button.tsx'
import { useChecklist } from './overview-api.ts'

type Named = { name: string; slug: string }

const icons = { open: Circle, done: Check, skipped: Minus } as const

export function Checklist({
  checklist: { lines, widget_seen_on },
  organization,
}: {
  checklist: Given
  organization: Named
}) {
  const heading = useId()
  const { skip, close } = useChecklist()
  const block = useThemeBlock()
  const done = lines.filter(({ state }) => state === 'done').length
  const next = lines.find(({ state }) => state === 'open')?.step
  return (
    <section aria-labelledby={heading} className="ledger px-6 pt-5 pb-3 max-md:px-4">
      <div className="mb-2 flex items-center gap-3">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 id={heading} className="text-section font-semibold">
            {t('checklist.title')}
          </h2>
          <span className="text-meta text-ink-3 tabular-nums">
            {t('checklist.progress', { done, all: lines.length })}
          </span>
        </div>
        <Button size="small" kind="plain" className="ms-auto -me-2" onClick={close}>
          {t('checklist.hide')}
        </Button>
      </div>
      <ol>
        {lines.map((line) => (
          <Line key={line.step} line={line} hint={hintOf(line, widget_seen_on, block)}>
            <Way
              step={line.step}
              isNext={line.step === next}
              organization={organization}
              block={block}
            />
            {isSkippable(line.step) && line.state === 'open' && (
              <SkipButton step={line.step} onSkip={skip} />
            )}
          </Line>
        ))}
      </ol>
    </section>
  )
}

/** `block`: in the store's admin the jobs come into the theme without code. */
function hintOf(
  { step, state }: ChecklistLine,
  seenOn: string | null,
  block: ThemeBlock | null,
): string {
  if (step === 'widget' && isInAdmin() && !seenOn) return block ? blockText(block) : ''
  if (step !== 'widget' || state !== 'done') return t(`checklist.${step}Hint`)
  return seenOn ? t('checklist.widgetSeen', { host: seenOn }) : t('checklist.widgetInStore')
}

function Line({
  line: { step, state },
  hint,
  children,
}: {
  line: ChecklistLine
  hint: string
  children: ReactNode
}) {
  const Icon = icons[state]
  const isOpen = state === 'open'
  return (
    <li className="flex items-start gap-3 border-t border-line py-3">
      <Icon
        size={20}
        strokeWidth={state === 'done' ? 2.25 : undefined}
        className={`mt-px flex-none ${state === 'done' ? 'text-good' : 'text-ink-3'}`}
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60">
          <span className={`block ${isOpen ? 'font-semibold' : 'text-ink-2'}`}>
            {t(`checklist.${step}`)}
            <span className="sr-only">: {t(`checklistState.${state}`)}</span>
          </span>
          <span className="text-ink-2 wrap-anywhere">
            {state === 'skipped'
              ? t('checklistState.skipped')
              : (isOpen || step === 'widget') && hint}
          </span>
        </p>
        {state !== 'done' && <span className="flex flex-wrap gap-2">{children}</span>}
      </div>
    </li>
  )
}

function SkipButton({
  step,
  onSkip,
}: {
  step: Parameters<ReturnType<typeof useChecklist>['skip']>[0]
  onSkip: ReturnType<typeof useChecklist>['skip']
}) {
  return (
    <Button
      kind="plain"
      aria-label={t('checklist.skipStep', { step: t(`checklist.${step}`) })}
      onClick={() => onSkip(step)}
    >
      {t('action.skip')}
    </Button>
  )
}

function CopyJobsLink({ organization }: { organization: Named }) {
  const { jobs } = usePublicLinks(organization)
  return <CopyTextButton text={jobs}>{t('action.copyLink')}</CopyTextButton>
}

/** The link or button of a step. */
function Way({
  step,
  isNext,
  organization,
  block,
}: {
  step: ChecklistStep
  isNext: boolean
  organization: Named
  block: ThemeBlock | null
}) {
  const look = buttonClass(isNext ? 'primary' : 'outline')
  switch (step) {
    case 'job':
      return (
        <Link to="/admin/jobs" search={{ job: 'new' }} className={look}>
          {t('job.create')}
        </Link>
      )
    case 'widget':
      if (isInAdmin()) {
        return block && <BlockAction block={block} kind={isNext ? 'primary' : 'outline'} />
      }
      return (
        <>
          <CopyTextButton text={widgetCode(organization)}>{t('action.copyCode')}</CopyTextButton>
          <Link to="/admin/settings/website" className={buttonClass('plain')}>
            {t('checklist.otherWays')}
          </Link>
        </>
      )
    case 'store':
      return isInAdmin() ? (
        <Reconnect className={look}>{t('checklist.connectStore')}</Reconnect>
      ) : (
        <Link to="/connect-shopify" className={look}>
          {t('checklist.connectStore')}
        </Link>
      )
    case 'colleague':
      return (
        <Link to="/organizations" hash="invite" className={look}>
          {t('action.invite')}
        </Link>
      )
    case 'application':
      return <CopyJobsLink organization={organization} />
  }
}
