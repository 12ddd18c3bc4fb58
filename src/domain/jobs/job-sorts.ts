// The sort orders of the staff's list. Separate from the job's schemas, because every page of the dashboard loads them.
export const jobSorts = ['-created', 'created', 'title', '-title'] as const
export type JobSort = (typeof jobSorts)[number]

export const JOB_SEARCH_MAX = 200
