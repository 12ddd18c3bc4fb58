// The heading of a step: how far one is, and the h1 that takes the focus when the step opens.

type Props = { place?: string; children: string }

export function StepHeading({ place, children }: Props) {
  return (
    <>
      {place && <p className="at">{place}</p>}
      <h1 tabIndex={-1}>{children}</h1>
    </>
  )
}
