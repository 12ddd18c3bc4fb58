// People who have only one name. It is kept as the first name, and the last name is empty.
import type { TypedName } from './application-input.ts'

type Typed = Readonly<Partial<Record<TypedName, unknown>>>

/** What forms and programs send for 'I have only one name'. */
const YES: readonly unknown[] = ['yes', 'true', true]

export const hasOneName = ({ oneName }: Typed): boolean => YES.includes(oneName)

/** The name may be in either field: a form without scripts, or one in Japanese, asks for the last name too. */
export function withOneName<Values extends Typed>(values: Values): Values {
  if (!hasOneName(values)) return values
  const isTyped = (name: unknown) => typeof name === 'string' && name.trim() !== ''
  const firstName = isTyped(values.firstName) ? values.firstName : values.lastName
  return { ...values, firstName, lastName: null }
}
