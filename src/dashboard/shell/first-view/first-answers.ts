// What the server put into the document, so that the page does not ask for it.
import type { Address } from '#domain/contracts.ts'
import { FIRST_ANSWERS_ID, type FirstAnswers } from '#domain/layout.ts'
import { forgetWith } from '../../ui/hooks/value-store.ts'
import { linkTo, type AnswerOf, type SentArguments } from '../../api.ts'

let answers: FirstAnswers | undefined
// A person who signs in without loading the page again is not the one it was made for.
forgetWith(() => (answers = {}))

function readFirstAnswers(): FirstAnswers {
  const text = document.getElementById(FIRST_ANSWERS_ID)?.textContent
  // Our own server's, of this moment.
  return text ? (JSON.parse(text) as FirstAnswers) : {}
}

/** Once for each: later it would be old. Undefined where the server put nothing there. */
export function takeFirstAnswer<Name extends keyof FirstAnswers>(
  name: Name,
): FirstAnswers[Name] | undefined {
  answers ??= readFirstAnswers()
  const { [name]: answer } = answers
  delete answers[name]
  return answer
}

/** The answer of an address that the page begins with; also once. */
export function takeFirstRead<A extends Address>(
  address: A,
  ...sent: SentArguments<A>
): AnswerOf<A> | undefined {
  answers ??= readFirstAnswers()
  const link = linkTo(address, ...sent)
  const answer = answers.reads?.[link]
  delete answers.reads?.[link]
  return answer as AnswerOf<A> | undefined
}

/** The same as the data of a list in pages. */
export function asFirstPage<Page>(page: Page | undefined) {
  return page && { pages: [page], pageParams: [null as string | null] }
}

/** For a rendering on the server, which ends before another begins. */
export function withFirstAnswers<Result>(given: FirstAnswers, work: () => Result): Result {
  answers = { ...given, reads: { ...given.reads } }
  try {
    return work()
  } finally {
    answers = {}
  }
}
