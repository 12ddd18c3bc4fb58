// Says that typed text was restored, and offers to delete it.
import { t } from '#domain/texts/text.ts'

export function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className="note" role="status">
      <span>{t('careers.draft.kept')}</span>
      <button type="button" className="button outline" onClick={onStartOver}>
        {t('careers.draft.startOver')}
      </button>
    </div>
  )
}
