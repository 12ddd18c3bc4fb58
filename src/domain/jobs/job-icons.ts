// The icon beside a job. Separate from the job's schemas: the widget loads it in the browser.

const jobIcons = ['bag', 'box', 'phone', 'cup', 'camera', 'pen', 'truck', 'code'] as const
export type JobIcon = (typeof jobIcons)[number]

const guesses: readonly (readonly [RegExp, JobIcon])[] = [
  [/pack|warehouse|stock|logistic|inventory/i, 'box'],
  [/driver|deliver|courier|dispatch/i, 'truck'],
  [/care|support|service|phone|call/i, 'phone'],
  [/tea|coffee|barista|kitchen|taste|baker|cook/i, 'cup'],
  [/photo|video|studio/i, 'camera'],
  [/develop|engineer|data|web|software/i, 'code'],
  [/write|editor|content|market|design|social/i, 'pen'],
]

/** The icon beside a job in the widget, guessed from its title. */
export const iconFor = (title: string): JobIcon =>
  guesses.find(([pattern]) => pattern.test(title))?.[1] ?? 'bag'
