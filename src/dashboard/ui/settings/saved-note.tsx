// Beside a setting: whether it is saved, and the way back.
import { t } from '#domain/texts/text.ts'
import { moveFocus } from '../hooks/focus.ts'
import type { Note } from './saving.ts'

const words = {
  saving: () => t('action.saving'),
  saved: () => t('settings.saved'),
  undone: () => t('success.undone'),
}

/** What a note can be about, in the same `data-setting`. */
const controls = 'input:not([hidden]), textarea, [role=combobox], [role=switch], button'

export function SavedNote({
  label,
  note,
  error,
}: {
  label: string
  note: Note | undefined
  /** Read out here, because the focus has left the field by the time of the answer. */
  error: string | undefined
}) {
  const { stage, undo } = note ?? {}
  return (
    <span className="inline-flex items-baseline gap-2 text-label whitespace-nowrap">
      <span role="status" className={stage === 'saving' ? 'text-ink-3' : 'text-ink-2'}>
        {error && <span className="sr-only">{error}</span>}
        {/* A quick save is not announced twice. */}
        {stage && <span aria-hidden={stage === 'saving' || undefined}>{words[stage]()}</span>}
      </span>
      {undo && (
        <button
          type="button"
          aria-label={t('today.undoOf', { act: label })}
          // What is being typed elsewhere is not left, and so not saved before.
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ currentTarget }) => {
            if (currentTarget === document.activeElement) {
              const setting = currentTarget.closest('[data-setting]')
              moveFocus(() => setting?.querySelector<HTMLElement>(controls))
            }
            undo()
          }}
          className="-my-1.5 cursor-pointer rounded-control py-1.5 font-medium text-link max-md:-my-3 max-md:py-3"
        >
          {t('action.undo')}
        </button>
      )}
    </span>
  )
}
