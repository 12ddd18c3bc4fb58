// Renders a text as a QR code.
import { encode } from 'uqr'

/** Cameras need the quiet border and dark on light, in every theme. */
const BORDER = 4

export function QrCode({ text, name }: { text: string; name: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  // One stroke for each run of dark dots in a row.
  const path = data
    .flatMap((row, y) => {
      const dots = row.map((isDark) => (isDark ? '1' : '0')).join('')
      return [...dots.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      )
    })
    .join('')
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 flex-none rounded-control border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
