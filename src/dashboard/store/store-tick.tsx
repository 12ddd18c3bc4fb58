// A tick, animated once: the store is connected.
export function StoreTick() {
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" className="text-good">
      <circle cx="24" cy="24" r="22.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path
        d="m14.5 24.500 6.500 6.500 13-14"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        pathLength="1"
        className="[stroke-dasharray:1] motion-safe:animate-draw"
      />
    </svg>
  )
}
