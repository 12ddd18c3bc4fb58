// The path of a request as the log may have it: the link to an applicant's page is all that opens it.
import { PAGE_PATH } from '#domain/rights/applicant-page.ts'
import type { Ctx } from '../context.ts'

export function loggedPath({ req: { path } }: Ctx): string {
  if (!path.startsWith(`${PAGE_PATH}/`)) return path
  const [, , , ...rest] = path.split('/')
  return [PAGE_PATH, ':token', ...rest].join('/')
}
