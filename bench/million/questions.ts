// The bench's requests to the server's process over IPC, and their answers.
import type { CpuProfile } from '../report/hot-functions.ts'

/** A recorded answer, which the bare server repeats. */
export type Page = { headers: Record<string, string>; body: Buffer }

/** A verified address, ready to apply. */
export type BenchGrant = { email: string; token: string; jobId: string; slug: string }

/** Milliseconds of processor time, user and system, of all threads of the server's process. */
export type Cpu = {
  total: number
  /** The part between a POST's arrival and the end of its answer; meaningful for one request at a time. */
  answering: number
}

export type Questions = {
  serveBare: { input: Page; answer: { url: string } }
  /** The minimal implementation of the requests of staff and applicants: node:http and one statement each. */
  serveFloor: {
    input: { databaseUrl: string; organizationId: string }
    answer: { url: string }
  }
  /** The product, with the shops in its database. */
  serve: {
    input: { dataDir: string; databaseUrl: string | undefined }
    answer: { url: string }
  }
  serveShop: {
    input: { dataDir: string; databaseUrl: string | undefined; applicants: number }
    answer: { url: string; slug: string; organizationId: string; cookie: string }
  }
  /** One more shop of the same server. */
  openShop: {
    input: { slug: string; applicants?: number }
    answer: { slug: string; organizationId: string; cookie: string }
  }
  /** This many signed-in members of one shop: an access token of each. */
  openStaff: { input: { organizationId: string; count: number }; answer: string[] }
  /** One event about an applicant, as a use case publishes it. */
  publish: { input: { organizationId: string }; answer: undefined }
  /** Bytes that the server's process holds (RSS). */
  memory: { input: undefined; answer: number }
  grant: { input: { count: number }; answer: BenchGrant[] }
  cpu: { input: undefined; answer: Cpu }
  /** Answered when every CV has been read. */
  rest: { input: undefined; answer: undefined }
  startProfile: { input: undefined; answer: undefined }
  stopProfile: { input: undefined; answer: CpuProfile }
}

export type QuestionName = keyof Questions
export type Question = {
  [Name in QuestionName]: { id: number; name: Name; input: Questions[Name]['input'] }
}[QuestionName]
export type Reply = { id: number; answer: unknown } | { id: number; error: string }
