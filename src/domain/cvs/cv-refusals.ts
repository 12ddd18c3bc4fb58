// Files that are not taken as a CV: what is wrong with each. The sentences say what the sender can do.
import { cvKinds } from './cvs.ts'

export type CvRefusal = {
  /**
   * 'unknown': no document. 'document': one of a `type` that its own program can save as PDF. 'name': a good file of this `type`
   * whose name has the ending of another.
   */
  why: 'unknown' | 'locked' | 'picture' | 'macros' | 'damaged' | 'document' | 'name'
  /** As people write it: 'RTF'. Empty where it does not matter. */
  type: string
}

/**
 * Endings of names that say what a file is, by what is wrong with such a file. Other letters after a dot are part of a name: 'CV
 * M.Sc', 'j.smith', 'cv.pdf?dl=1'. There the content decides.
 */
const otherEndings: Partial<Record<CvRefusal['why'], string>> = {
  picture: 'avif bmp gif heic heif jfif jpeg jpg png svg tif tiff webp',
  document:
    'csv htm html key mht mhtml numbers odp ods odt ott pages ppt pptx rtf tex txt wps xhtml xls xlsx xml',
  macros: 'docm dotm pptm xlsm',
  unknown:
    '7z apk app application appref-ms bat bin cmd com command cpl desktop dll dmg dot dotx eml exe gz hta iso jar js jse ' +
    'library-ms lnk mov mp3 mp4 msg msi pif ps1 py rar reg scr settingcontent-ms sh tar url vbe vbs wsf wsh zip',
}

const reasons = new Map(
  Object.entries(otherEndings).flatMap(([why, endings]) =>
    endings.split(' ').map((ending) => [ending, why as CvRefusal['why']] as const),
  ),
)

export const isKnownEnding = (ending: string): boolean =>
  reasons.has(ending) || cvKinds.some((kind) => kind === ending)

/** Why no file with this ending (one of those that are known) is taken, or undefined. */
export function refusalOfEnding(ending: string): CvRefusal | undefined {
  const why = reasons.get(ending)
  return why && { why, type: why === 'document' ? ending.toUpperCase() : '' }
}

/** Why a file of another kind is not taken, by the ending that its content should have. */
export const refusalOfContent = (ending: string): CvRefusal =>
  refusalOfEnding(ending) ?? { why: 'unknown', type: '' }
