// The number of unsaved changes, for the header, and for the question before the window closes.
import { useLateForms } from '../../ui/forms/late-forms.ts'
import { peopleOf } from './changes.ts'
import { useUnsent } from './queue.ts'

/** Changes that are shown as unsaved; of an action on many, each of them. */
export function useUnsavedCount(): number {
  const late = useUnsent((state) => state.late)
  const forms = useLateForms()
  return late.reduce((sum, { change }) => sum + peopleOf(change).length, forms)
}
