// What the bench asks the server's process over IPC, and what it is answered.
import type { CpuProfile } from '../report/hot-functions.ts'

/** An answer as it travelled: what the bare server repeats. */
export type Page = { headers: Record<string, string>; body: Buffer }

/** A proven address, ready to apply. */
export type BenchGrant = { email: string; token: string; jobId: string; slug: string }

/** Milliseconds of processor time, user and system, of all threads of the server's process. */
export type Cpu = {
  total: number
  /** The part between a POST's arrival and the end of its answer; meaningful for one request at a time. */
  answering: number
}

export type Questions = {
  serveBare: { input: Page; answer: { url: string } }
  /** What staff and applicants ask for, as little as it can be: node:http and one statement each. */
  serveFloor: {
    input: { databaseUrl: string; organizationId: string }
    answer: { url: string }
  }
  /** The product, with the shops that its database has. */
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
  /** So many signed-in members of one shop: an access token of each. */
  openStaff: { input: { organizationId: string; count: number }; answer: string[] }
  /** One event about an applicant, as an act publishes it. */
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
