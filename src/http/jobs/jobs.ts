// /api/jobs: the staff's job posts.
import { Hono } from 'hono'
import { jobEditInput, jobInput, jobQuery } from '#domain/jobs/jobs.ts'
import { createJob } from '#features/jobs/create-job.ts'
import { deleteJob, editJob } from '#features/jobs/edit-job.ts'
import { readJob, readJobs, readJobTitles } from '#features/jobs/read-jobs.ts'
import type { Env } from '../context.ts'
import { idParam, readJson, readQuery } from '../json-body.ts'

export const jobRoutes = new Hono<Env>()
  .get('/', async (c) => {
    const filter = readQuery(c, jobQuery)
    return c.json(await readJobs(c.var.deps, c.var.actor, filter, c.req.query('cursor')))
  })
  .get('/titles', async (c) => c.json({ jobs: await readJobTitles(c.var.deps, c.var.actor) }))
  .get('/:jobId', async (c) => c.json(await readJob(c.var.deps, c.var.actor, idParam(c, 'jobId'))))
  .post('/', async (c) =>
    c.json(await createJob(c.var.deps, c.var.actor, await readJson(c, jobInput)), 201),
  )
  .patch('/:jobId', async (c) =>
    c.json(
      await editJob(c.var.deps, c.var.actor, idParam(c, 'jobId'), await readJson(c, jobEditInput)),
    ),
  )
  .delete('/:jobId', async (c) => {
    await deleteJob(c.var.deps, c.var.actor, idParam(c, 'jobId'))
    return c.body(null, 204)
  })
