// The addresses of job posts.
import { z } from 'zod'
import { posterQuery } from '../careers/job-picture.ts'
import { cursorQuery, type ContractTable } from '../contract.ts'
import { feedSettings, feedSettingsInput } from './feeds.ts'
import { briefInput, descriptionEvent, writerName } from './job-descriptions.ts'
import { jobText, jobTextEdit, jobTextInput } from './job-texts.ts'
import { jobEditInput, jobInput, jobPage, jobPost, jobQuery, jobTitle } from './jobs.ts'

export const jobContracts = {
  'GET /api/jobs': {
    summary: 'A page of job posts, newest first; sort: -created, created, title or -title',
    who: 'member',
    query: cursorQuery.extend(jobQuery.shape),
    answer: jobPage,
  },
  'GET /api/jobs/titles': {
    summary: 'The name of every job post, newest first',
    who: 'member',
    answer: z.object({ jobs: z.array(jobTitle) }),
  },
  'GET /api/jobs/description': {
    summary: 'Who writes job descriptions here: the built-in template, or a model',
    who: 'owner',
    answer: z.object({ writer: writerName }),
  },
  'POST /api/jobs/description': {
    summary: 'Have a description written, and read it as it grows; 20 in an hour',
    who: 'owner',
    body: briefInput,
    answer: { type: 'application/x-ndjson', line: descriptionEvent },
  },
  'GET /api/jobs/feeds': {
    summary: 'Which feeds of its jobs the shop publishes, and in which time zone its days end',
    who: 'member',
    answer: feedSettings,
  },
  'PATCH /api/jobs/feeds': {
    summary: 'Choose which feeds the shop publishes, and its time zone',
    who: 'owner',
    body: feedSettingsInput,
    answer: feedSettings,
  },
  'GET /api/jobs/:jobId': { summary: 'One job post', who: 'member', answer: jobPost },
  'GET /api/jobs/:jobId/poster': {
    summary:
      'A poster of the job to print, with a code that leads to its page; size: a4 or a5, lang: of a text',
    who: 'member',
    query: posterQuery,
    answer: { type: 'application/pdf' },
  },
  'POST /api/jobs': {
    summary: 'Create a job post',
    who: 'owner',
    body: jobInput,
    status: 201,
    answer: jobPost,
  },
  'PATCH /api/jobs/:jobId': {
    summary:
      'Change some fields of a job post; 409 when it was saved since the revision that is named',
    who: 'member',
    body: jobEditInput,
    answer: jobPost,
  },
  'GET /api/jobs/:jobId/texts': {
    summary: 'The words of a job post in further languages',
    who: 'member',
    answer: z.object({ texts: z.array(jobText) }),
  },
  'PUT /api/jobs/:jobId/texts/:language': {
    summary:
      'Write a job post in a further language: readers of that language see it so; 409 when it was saved since the revision that is named',
    who: 'member',
    params: { language: z.string() },
    body: jobTextEdit,
    answer: jobText,
  },
  'POST /api/jobs/:jobId/texts/:language/translation': {
    summary:
      'Have the original text of a job post translated by the AI server; saves nothing; 20 in an hour together with descriptions',
    who: 'owner',
    params: { language: z.string() },
    answer: jobTextInput,
  },
  'DELETE /api/jobs/:jobId/texts/:language': {
    summary: 'Take the words in a further language away',
    who: 'member',
    params: { language: z.string() },
    answer: null,
  },
  'DELETE /api/jobs/:jobId': {
    summary: 'Delete a job post; its applicants stay',
    who: 'member',
    answer: null,
  },
} satisfies ContractTable
