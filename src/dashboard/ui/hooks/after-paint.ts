/** Runs `work` in the frame after the next one, when the browser has painted what React has just drawn. Returns how to cancel it. */
export function afterPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work)
  })
  return () => cancelAnimationFrame(frame)
}
