// The orders of the staff's list. Apart from the job's schemas: every page of the dashboard begins with them.
export const jobSorts = ['-created', 'created', 'title', '-title'] as const
export type JobSort = (typeof jobSorts)[number]

export const JOB_SEARCH_MAX = 200
