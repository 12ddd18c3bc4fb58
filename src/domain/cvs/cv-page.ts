// A page of ours that takes the CV of an application in a shop's theme, where the shop's proxy may refuse the file, and leads back.
import type { ApplicationValues } from '../applicants/application-input.ts'
import type { Brand } from '../organizations/brand.ts'
import type { UploadedCv } from './cvs.ts'

/**
 * How large a form Shopify's proxy forwards is not documented (G); below this size public apps send files through it (P). Said to the person, who chooses:
 * without a script nothing knows the size of a chosen file.
 */
export const PROXY_FORM_BYTES = 1_000_000

export type CvPageView =
  /** The address is over, or none of ours. */
  | { state: 'ended' }
  | {
      state: 'file' | 'arrived'
      shop: { brand: Brand; href: string }
      jobTitle: string
      /** The file that has arrived. */
      cv: UploadedCv | null
      error: string | null
      /** Of this page. */
      action: string
      /** The form in the shop's theme. */
      backTo: string
      /** Proves the application there. */
      token: string
      /** What was typed into it: it goes there and back. */
      values: ApplicationValues
    }
