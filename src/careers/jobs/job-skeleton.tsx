// The placeholder of the list while its jobs are loading.
import { WIDGET_MODE_JOBS, type WidgetStyle } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'

/** The button style needs no jobs. */
const placeholders: Readonly<Record<WidgetStyle, number>> = {
  full: 3,
  widget: WIDGET_MODE_JOBS,
  button: 0,
}

export function JobSkeleton({ style }: { style: WidgetStyle }) {
  return (
    <div className={style === 'widget' ? 'small' : undefined}>
      <h1>{style === 'widget' ? t('careers.button.title') : t('careers.list.title')}</h1>
      {Array.from({ length: placeholders[style] }, (_, place) => (
        <div key={place} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}
