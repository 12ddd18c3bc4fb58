// What went wrong, at the top of a step: a sentence, or links to the fields it is about.

export type FieldProblem = { field: string; text: string }

type Props = { alert: string | null; fields?: readonly FieldProblem[] }

const none: readonly FieldProblem[] = []

/** Two fields with the same sentence are one problem. */
const distinct = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.filter(({ text }, place) => problems.findIndex((other) => other.text === text) === place)

export function Problem({ alert, fields = none }: Props) {
  if (!alert && fields.length === 0) return null
  return (
    <div className="x" role="alert" tabIndex={-1}>
      <h2>There is a problem</h2>
      {alert && <p>{alert}</p>}
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
