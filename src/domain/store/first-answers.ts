// The first answers of the dashboard in a store's admin, which the server puts into the document of the frame.
import type { LayoutView } from '../layout.ts'
import type { JobsPageView } from './store-pages.ts'
import type { AdminPageView } from './store.ts'

/** The element that holds them, as JSON. */
export const FIRST_ANSWERS_ID = 'first-answers'

export type FirstAnswers = {
  layout: LayoutView
  /** Of the home alone; `jobsPage` for members. */
  page?: AdminPageView
  jobsPage?: JobsPageView
}
