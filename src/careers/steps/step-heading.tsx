// The heading of a step: its number and the position, and the h1 that gets the focus when the step opens.
import type { WidgetJob } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'

/** 'Step 1 of 3 · Weekend Sales Assistant at Tiny Tea Shop' */
export const stepPlace = (
  step: number,
  { job, shopName }: { job: WidgetJob; shopName: string | null },
): string =>
  shopName
    ? t('careers.step.placeAtShop', { step, title: job.title, shopName })
    : t('careers.step.place', { step, title: job.title })

type Props = { place?: string; children: string }

export function StepHeading({ place, children }: Props) {
  return (
    <>
      {place && <p className="shop">{place}</p>}
      <h1 tabIndex={-1}>{children}</h1>
    </>
  )
}
