// Says that the form was restored, or that its CV is missing now, and offers to begin again.
import { t } from '#domain/texts/text.ts'
import type { useDraft } from './use-draft.ts'

export function DraftNote({
  restored,
  isCvGone,
  startOver: onStartOver,
}: Omit<ReturnType<typeof useDraft>, 'form'>) {
  if (!restored && !isCvGone) return null
  const sentences = [
    restored && t('careers.draft.kept'),
    isCvGone && t('application.cvAgain'),
  ].filter(Boolean)
  return (
    <div className="note" role="status">
      <span>{sentences.join(' ')}</span>
      <button type="button" className="button outline" onClick={onStartOver}>
        {t('careers.draft.startOver')}
      </button>
    </div>
  )
}
