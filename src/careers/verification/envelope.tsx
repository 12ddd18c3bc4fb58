// The picture of the verification pages: an envelope in a letter slot.

export function Envelope() {
  return (
    <svg className="drawing" viewBox="0 0 120 96" aria-hidden="true">
      <path d="M18 20h84v14H18zM34 27h52" />
      <path className="paper" d="M32 27h56v45H32z" />
      <path d="m32 29 28 23 28-23" />
      <circle className="accent" cx="60" cy="53" r="7" />
    </svg>
  )
}
