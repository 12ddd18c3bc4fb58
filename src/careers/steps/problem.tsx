// The errors at the top of a step: a text, or links to the fields with errors.
import { createContext, use } from 'react'
import { t } from '#domain/texts/text.ts'

export type FieldProblem = { field: string; text: string }

type Props = {
  alert: string | null
  fields?: readonly FieldProblem[]
  /** In a document without scripts, which would move the focus there: the browser does it. */
  takesFocus?: boolean
}

const none: readonly FieldProblem[] = []

/** Two fields with the same error are listed once. */
const distinct = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.filter(({ text }, place) => problems.findIndex((other) => other.text === text) === place)

/** Retries a request that got no answer; null when a retry does not help. */
export const TryAgain = createContext<(() => void) | null>(null)

export function Problem({ alert, fields = none, takesFocus }: Props) {
  const again = use(TryAgain)
  if (!alert && fields.length === 0) return null
  return (
    <div
      className="problem"
      role="alert"
      aria-labelledby="problem"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a document without scripts, in which nothing else could lead there
      autoFocus={takesFocus}
    >
      <h2 id="problem">{t('careers.problemTitle')}</h2>
      {alert && <p>{alert}</p>}
      {alert && again && (
        <button type="button" className="button outline" onClick={again}>
          {t('careers.tryAgain')}
        </button>
      )}
      {fields.length > 0 && (
        <ul>
          {distinct(fields).map(({ field, text }) => (
            <li key={field}>
              <a href={`#${field}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
