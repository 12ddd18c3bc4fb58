// /api/jobs: the staff's job posts.
import { jobContracts } from '#domain/jobs/jobs-contract.ts'
import { changeFeeds, readFeedSettings } from '#features/jobs/change-feeds.ts'
import { createJob } from '#features/jobs/create-job.ts'
import { readPoster } from '#features/jobs/read-poster.ts'
import { readWriter } from '#features/jobs/describe-job.ts'
import { deleteJob, editJob } from '#features/jobs/edit-job.ts'
import { readJob, readJobs, readJobTitles } from '#features/jobs/read-jobs.ts'
import { translateJob } from '#features/jobs/translate-job.ts'
import { deleteJobText, readJobTexts, writeJobText } from '#features/jobs/write-job-text.ts'
import { mount } from '../mount.ts'
import { streamDescription } from './stream-description.ts'

export const jobRoutes = mount(jobContracts, {
  'GET /api/jobs': ({ deps, actor, query: { cursor, ...filter } }) =>
    readJobs(deps, actor, filter, cursor),
  'GET /api/jobs/titles': async ({ deps, actor }) => ({ jobs: await readJobTitles(deps, actor) }),
  'GET /api/jobs/description': ({ deps, actor }) => ({ writer: readWriter(deps, actor) }),
  'POST /api/jobs/description': streamDescription,
  'GET /api/jobs/feeds': ({ deps, actor }) => readFeedSettings(deps, actor),
  'PATCH /api/jobs/feeds': ({ deps, actor, body }) => changeFeeds(deps, actor, body),
  'GET /api/jobs/:jobId': ({ deps, actor, params }) => readJob(deps, actor, params.jobId),
  'GET /api/jobs/:jobId/poster': async ({ c, deps, actor, params, query }) => {
    const { name, content } = await readPoster(deps, actor, params.jobId, query.size)
    return c.body(new Uint8Array(content), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    })
  },
  'POST /api/jobs': ({ deps, actor, body }) => createJob(deps, actor, body),
  'PATCH /api/jobs/:jobId': ({ deps, actor, params, body }) =>
    editJob(deps, actor, params.jobId, body),
  'GET /api/jobs/:jobId/texts': async ({ deps, actor, params }) => ({
    texts: await readJobTexts(deps, actor, params.jobId),
  }),
  'PUT /api/jobs/:jobId/texts/:language': ({ deps, actor, params, body }) =>
    writeJobText(deps, actor, params, body),
  'POST /api/jobs/:jobId/texts/:language/translation': ({ c, deps, actor, params }) =>
    translateJob(deps, actor, params, c.req.raw.signal),
  'DELETE /api/jobs/:jobId/texts/:language': ({ deps, actor, params }) =>
    deleteJobText(deps, actor, params),
  'DELETE /api/jobs/:jobId': ({ deps, actor, params }) => deleteJob(deps, actor, params.jobId),
})
