// What in a CV could act by itself, or bring something along, when a program opens it. Runs nothing of it, and asks nobody.
import { activeContents, type ActiveContent, type CvKind } from '#domain/cvs/cvs.ts'
import { activeContentOfDoc } from './active-content-doc.ts'
import { activeContentOfDocx } from './active-content-docx.ts'
import { activeContentOfPdf } from './active-content-pdf.ts'

/**
 * In linear time and within fixed limits of memory, whatever the file is. What cannot be looked into is not called harmless:
 * it is 'encrypted' or 'unreadable'.
 */
export async function findActiveContent(content: Buffer, kind: CvKind): Promise<ActiveContent[]> {
  const found = await look(content, kind).catch(() => new Set<ActiveContent>(['unreadable']))
  return activeContents.filter((each) => found.has(each))
}

async function look(content: Buffer, kind: CvKind): Promise<Set<ActiveContent>> {
  if (kind === 'pdf') return activeContentOfPdf(content)
  return kind === 'docx' ? activeContentOfDocx(content) : activeContentOfDoc(content)
}
