// The checklist of a new shop. It disappears when everything is done or an owner closes it.
import { z } from 'zod'

const checklistSteps = ['job', 'widget', 'store', 'colleague', 'application'] as const
export type ChecklistStep = (typeof checklistSteps)[number]

/** A shop without a store on the platform, or without colleagues, can skip these. */
const skippableSteps = ['store', 'colleague'] as const satisfies readonly ChecklistStep[]
export type SkippableStep = (typeof skippableSteps)[number]
export const isSkippable = (step: ChecklistStep): step is SkippableStep =>
  skippableSteps.some((each) => each === step)

export const skipInput = z.object({ step: z.enum(skippableSteps) })

/** The data that the checklist is computed from. */
export type ChecklistFacts = {
  has_job: boolean
  /** The host of the page that loaded the widget first; of a page of a connected shop, its path too. */
  widget_seen_on: string | null
  has_store: boolean
  /** A page with the jobs exists in the store, even if no visitor has opened it yet. */
  has_page: boolean
  /** A second member, or an invitation to one. */
  has_colleague: boolean
  has_application: boolean
  skipped: readonly string[]
  is_closed: boolean
}

const checklistLine = z.object({
  step: z.enum(checklistSteps),
  state: z.enum(['open', 'done', 'skipped']),
})
export type ChecklistLine = z.output<typeof checklistLine>

export const checklist = z.object({
  lines: z.array(checklistLine),
  widget_seen_on: z.string().nullable(),
})
export type Checklist = z.output<typeof checklist>

/** Null when it is not shown. Without a connection to the platform it contains no step for the store. */
export function checklistOf(facts: ChecklistFacts, canConnect: boolean): Checklist | null {
  if (facts.is_closed) return null
  const isDone: Record<ChecklistStep, boolean> = {
    job: facts.has_job,
    widget: facts.widget_seen_on !== null || facts.has_page,
    store: facts.has_store,
    colleague: facts.has_colleague,
    application: facts.has_application,
  }
  const lines = checklistSteps
    .filter((step) => step !== 'store' || canConnect || facts.has_store)
    .map((step): ChecklistLine => {
      if (isDone[step]) return { step, state: 'done' }
      return { step, state: facts.skipped.includes(step) ? 'skipped' : 'open' }
    })
  if (lines.every(({ state }) => state !== 'open')) return null
  return { lines, widget_seen_on: facts.widget_seen_on }
}
