// The shop's accent colour made legible: what the widget derives from one hex value.

/** The accent as small text and as a shape's outline, on one background. */
type Shades = { text: string; edge: string }

/**
 * For the widget's style sheet; `veil`: the percentage of black over `color` at which white text reaches a contrast of
 * 4.5.
 */
export type Accent = { color: string; veil: number; on: string; light: Shades; dark: Shades }

/** WCAG 2 ratios: small text, and shapes such as a button's outline. */
export const ACCENT_CONTRAST = { text: 4.5, edge: 3 } as const

const INK = '#1D1724'
const WHITE = '#FFFFFF'
/** The backgrounds: light, and the lightest of the dark ones, a dialog's. */
export const ACCENT_GROUNDS = { light: WHITE, dark: '#232029' } as const
type Ground = keyof typeof ACCENT_GROUNDS
/**
 * Percent of black: with more it would no longer look like the shop's colour, and dark text is readable on the rest.
 */
const VEIL_PERCENT = { most: 24, step: 2 } as const
const LIGHTNESS_STEP = 0.01

type Rgb = readonly [number, number, number]

const bytesOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.replace('#', ''), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (bytes: Rgb): string =>
  `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`.toUpperCase()

const linear = (byte: number): number => {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const byteOf = (light: number): number => {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, share)) * 255)
}

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

const ratio = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** WCAG 2 contrast of two colours given as hex. */
export const contrastOf = (one: string, other: string): number =>
  ratio(luminance(bytesOf(one)), luminance(bytesOf(other)))

/** `color` under a black overlay of `veil` (0 to 1), as a browser composes it. */
export function blendWithWhite(color: string, veil: number): string {
  const [red, green, blue] = bytesOf(color)
  const under = (byte: number) => Math.round(byte * (1 - veil))
  return hexOf([under(red), under(green), under(blue)])
}

type Oklab = { lightness: number; a: number; b: number }

function oklabOf(color: string): Oklab {
  const [red, green, blue] = bytesOf(color).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

function lightOf({ lightness, a, b }: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const onScreen = (light: Rgb): boolean =>
  light.every((channel) => channel >= -0.0001 && channel <= 1.0001)

/** A colour outside of the screen's range loses chroma, never its hue. */
function screenColor({ lightness, a, b }: Oklab): string {
  const at = (share: number): Oklab => ({ lightness, a: a * share, b: b * share })
  let shown = onScreen(lightOf(at(1))) ? 1 : 0
  for (let step = 1 / 2; shown < 1 && step > 1 / 4096; step /= 2) {
    if (onScreen(lightOf(at(shown + step)))) shown += step
  }
  const [red, green, blue] = lightOf(at(shown))
  return hexOf([byteOf(red), byteOf(green), byteOf(blue)])
}

/** The same hue, in small steps darker or lighter until its contrast with the background is at least `least`. */
function standingOut(color: string, ground: Ground, least: number): string {
  const under = ACCENT_GROUNDS[ground]
  if (contrastOf(color, under) >= least) return color
  const start = oklabOf(color)
  const step = ground === 'light' ? -LIGHTNESS_STEP : LIGHTNESS_STEP
  for (let lightness = start.lightness; lightness > 0 && lightness < 1; lightness += step) {
    const candidate = screenColor({ ...start, lightness })
    if (contrastOf(candidate, under) >= least) return candidate
  }
  return ground === 'light' ? INK : WHITE
}

const shadesOn = (ground: Ground, color: string): Shades => ({
  text: standingOut(color, ground, ACCENT_CONTRAST.text),
  edge: standingOut(color, ground, ACCENT_CONTRAST.edge),
})

/** Cached: every page of a shop uses the same one or two; limited, because addresses can contain any colour. */
const KEPT_MAX = 200
const kept = new Map<string, Accent>()

/** `color`: six hex digits, as returned by `widgetColor`. */
export function accentOf(color: string): Accent {
  if (kept.size >= KEPT_MAX) kept.clear()
  let accent = kept.get(color)
  if (!accent) kept.set(color, (accent = derivedFrom(color)))
  return accent
}

function derivedFrom(color: string): Accent {
  const given = hexOf(bytesOf(color))
  const shades = {
    light: shadesOn('light', given),
    dark: shadesOn('dark', given),
  }
  for (let percent = 0; percent <= VEIL_PERCENT.most; percent += VEIL_PERCENT.step) {
    const veil = percent / 100
    if (contrastOf(blendWithWhite(given, veil), WHITE) >= ACCENT_CONTRAST.text) {
      return { color: given, veil, on: WHITE, ...shades }
    }
  }
  return { color: given, veil: 0, on: INK, ...shades }
}
