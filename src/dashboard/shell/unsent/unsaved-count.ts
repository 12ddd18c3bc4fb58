// How much of what was done here the server does not have, for the header, and before the window closes.
import { useLateForms } from '../../ui/forms/late-forms.ts'
import { peopleOf } from './changes.ts'
import { useUnsent } from './queue.ts'

/** Changes that a person should know are not saved; of an act on many, each of them. */
export function useUnsavedCount(): number {
  const late = useUnsent((state) => state.late)
  const forms = useLateForms()
  return late.reduce((sum, { change }) => sum + peopleOf(change).length, forms)
}
