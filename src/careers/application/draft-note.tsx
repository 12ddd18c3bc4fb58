// Says that typed text came back, and offers to drop it.

export function DraftNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className="note" role="status">
      <span>We kept your draft.</span>
      <button type="button" className="button outline" onClick={onStartOver}>
        Start over
      </button>
    </div>
  )
}
