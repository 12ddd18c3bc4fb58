// Generating a description: the request, the growing text, and stopping it.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  emptyDescription,
  type JobDescription,
  type WriterName,
} from '#domain/jobs/job-descriptions.ts'
import type { EmploymentType, ExperienceLevel } from '#domain/jobs/jobs.ts'
import { callLines, reasonOf, serverError } from '../../api.ts'

/** The form's values for the writer; the employer's name is the organization's. */
export type Brief = {
  jobTitle: string
  location: string
  employmentType: EmploymentType | null
  experienceLevel: ExperienceLevel | null
  keySkills: string[]
  additionalContext: string
}

export type Writing =
  | { phase: 'idle' }
  | { phase: 'writing'; text: JobDescription }
  /** The text so far can still be used. */
  | { phase: 'stopped'; text: JobDescription }
  | { phase: 'failed'; reason: string }

export function useDescription(onDone: (text: JobDescription, writer: WriterName) => void): {
  writing: Writing
  start: (brief: Brief) => void
  stop: () => void
  clear: () => void
} {
  const [writing, setWriting] = useState<Writing>({ phase: 'idle' })
  const running = useRef<AbortController | null>(null)
  const finish = useEffectEvent(onDone)
  useEffect(() => () => running.current?.abort(), [])

  async function run(brief: Brief, signal: AbortSignal) {
    try {
      const options = { body: brief, signal }
      for await (const event of callLines('POST /api/jobs/description', options)) {
        if (signal.aborted) return
        if (event.type === 'partial') setWriting({ phase: 'writing', text: event.description })
        if (event.type === 'error') throw serverError(event.error)
        if (event.type === 'done') {
          setWriting({ phase: 'idle' })
          finish(event.description, event.writer)
          return
        }
      }
      // It ended without a final line: the server was stopped.
      throw serverError({ code: 'server.unavailable' })
    } catch (error) {
      if (!signal.aborted) setWriting({ phase: 'failed', reason: reasonOf(error) })
    }
  }
  return {
    writing,
    start: (brief) => {
      running.current?.abort()
      running.current = new AbortController()
      setWriting({ phase: 'writing', text: emptyDescription })
      void run(brief, running.current.signal)
    },
    stop: () => {
      running.current?.abort()
      setWriting((before) =>
        before.phase === 'writing' ? { phase: 'stopped', text: before.text } : before,
      )
    },
    clear: () => setWriting({ phase: 'idle' }),
  }
}
