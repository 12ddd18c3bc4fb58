// POST /api/applications/cv/…: takes the CV of an application in a shop's theme on a page of ours, where the shop's proxy may refuse the file. The
// theme's form sends what was typed, without the file; it is kept in the page's own forms, there and back, and nowhere else.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { cvPageContracts } from '#domain/applicants/applicants-contract.ts'
import { careersHref } from '#domain/careers/careers-pages.ts'
import type { CvPageView } from '#domain/cvs/cv-page.ts'
import { continueInLanguage } from '#domain/texts/languages.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { hasArrived, readCvAddress } from '#features/cvs/cv-address.ts'
import { readUploadedCv } from '#features/cvs/read-uploaded-cv.ts'
import { uploadCv } from '#features/cvs/upload-cv.ts'
import { readBrand } from '#features/organizations/read-brand.ts'
import { readGrant } from '#features/verification/verify.ts'
import { applicationValues } from '../applicants/applications.ts'
import type { Ctx } from '../context.ts'
import { asAppError, referenceOf, setRetryAfter, statusFor } from '../errors.ts'
import { readForm } from '../form-body.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'

export const cvPageRoutes = mount(cvPageContracts, {
  'POST /api/applications/cv/:address': async ({ c, deps, params }) => {
    const known = readCvAddress(deps, params.address)
    const grant = known && (await readGrant(deps, known.token))
    if (!grant) return answer(c, { state: 'ended' }, '', 400)
    continueInLanguage(known.language, 'address')
    const uploaded = await readUploadedCv(deps, grant)
    const arrived = hasArrived(known, uploaded) ? uploaded : null
    const form = await readForm(c, {
      field: 'cvFile',
      // An address takes one file: another one is not read.
      take: async (_, file) => arrived ?? uploadCv(deps, grant, networkOf(c), file),
    })
    const cv = form.file ?? arrived
    const values = applicationValues(form.fields)
    const origin = new URL(known.backTo).origin
    if (!form.fileError) {
      return answer(
        c,
        await viewOf(c, grant, known.backTo, { cv, values, error: null }),
        origin,
        200,
      )
    }
    const refusal = asAppError(form.fileError, c)
    setRetryAfter(c, refusal)
    const error = refusal.message + referenceOf(c)
    return answer(
      c,
      await viewOf(c, grant, known.backTo, { cv, values, error }),
      origin,
      statusFor(refusal),
    )
  },
})

async function viewOf(
  c: Ctx,
  grant: Grant,
  backTo: string,
  of: Pick<Exclude<CvPageView, { state: 'ended' }>, 'cv' | 'values' | 'error'>,
): Promise<CvPageView> {
  const brand = await readBrand(c.var.deps, grant.organization_id)
  if (!brand) return { state: 'ended' }
  return {
    ...of,
    state: of.cv ? 'arrived' : 'file',
    shop: { brand, href: careersHref({ slug: grant.organization_id }) },
    jobTitle: grant.job_title,
    action: c.req.path,
    backTo,
    token: grant.token,
  }
}

function answer(c: Ctx, view: CvPageView, origin: string, status: ContentfulStatusCode): Response {
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self' ${origin}; base-uri 'none'; frame-ancestors 'none'`,
  )
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cache-Control', 'no-store')
  return c.html(c.var.screens.renderCareersPage({ page: 'cv', view }), status)
}
