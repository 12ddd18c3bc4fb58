// Has CVs read again whose text is from an older reader, so that staff see and find what the new one reads.
import { insertReadingsAgain } from '#data/cvs/cv-texts.ts'
import type { Deps } from '../deps.ts'

/** One a second, which takes about a hundredth of a processor: new CVs come first, and a hundred thousand take a day. */
const PAUSE_SECONDS = 1
export const OLD_TEXTS_PERIOD = 300

/** What is still waiting from the time before is not queued twice. */
export function queueOldTexts(deps: Deps): Promise<void> {
  const request = { most: OLD_TEXTS_PERIOD / PAUSE_SECONDS, seconds: PAUSE_SECONDS }
  return deps.db.transaction((tx) => insertReadingsAgain(tx, request))
}
