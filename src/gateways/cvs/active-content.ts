// Finds active content in a CV: scripts, macros, embedded files and external references. Runs nothing and contacts no server.
import { activeContents, type ActiveContent, type CvKind } from '#domain/cvs/cvs.ts'
import { activeContentOfDoc } from './active-content-doc.ts'
import { activeContentOfDocx } from './active-content-docx.ts'
import { activeContentOfPdf } from './active-content-pdf.ts'

/**
 * Takes linear time and limited memory for any file. A file that cannot be checked is never reported as harmless: the result is
 * 'encrypted' or 'unreadable'.
 */
export async function findActiveContent(content: Buffer, kind: CvKind): Promise<ActiveContent[]> {
  const found = await search(content, kind).catch(() => new Set<ActiveContent>(['unreadable']))
  return activeContents.filter((each) => found.has(each))
}

async function search(content: Buffer, kind: CvKind): Promise<Set<ActiveContent>> {
  if (kind === 'pdf') return activeContentOfPdf(content)
  return kind === 'docx' ? activeContentOfDocx(content) : activeContentOfDoc(content)
}
