// The first answers of the dashboard, which the server puts into the document.
import type { LayoutView } from './layout.ts'
import type { JobsPageView } from './store/store-pages.ts'
import type { AdminPageView } from './store/store.ts'

/** The element that holds them, as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers'

export type FirstAnswers = {
  layout?: LayoutView
  /** The first requests of the page, by their addresses. */
  reads?: Record<string, unknown>
  /** Of the home in a store's admin alone; `jobsPage` for members. */
  page?: AdminPageView
  jobsPage?: JobsPageView
}

/** The elements of the page at an address of the dashboard, of its first answers. */
export type RenderFirstView = (address: string, answers: FirstAnswers) => Promise<string>

/** Nothing in the answers can end the element. */
export const firstAnswersElement = (answers: FirstAnswers): string => {
  const text = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${FIRST_ANSWERS_ID}">${text}</script>`
}
