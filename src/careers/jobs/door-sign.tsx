// The picture of the empty list: the sign on a shop's door.

export function DoorSign() {
  return (
    <svg className="drawing" viewBox="0 0 120 96" aria-hidden="true">
      <path d="M60 10 30 36M60 10l30 26M20 36h80v42H20zM44 67h32" />
      <path className="accent" d="M38 49h44v7H38z" />
    </svg>
  )
}
