// The token in the forms of an applicant's own page: anyone who posts one has seen the page.
import { isPageForm, pageFormToken } from '#gateways/rights/page-links.ts'
import type { Deps } from '../deps.ts'

export const ownFormToken = ({ secrets }: Deps, token: string): string =>
  pageFormToken(secrets, token)

export const isOwnForm = ({ secrets }: Deps, token: string, sent: string): boolean =>
  isPageForm(secrets, token, sent)
