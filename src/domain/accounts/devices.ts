// Names a client by its user agent, in words that a person recognises. A library's list of browsers is larger than our server's whole
// domain.
import { t } from '../texts/text.ts'

/** No browser's is longer. */
const READ_MAX = 500

/** The first match counts: most browsers also name the ones that they descend from. */
const browsers: readonly [sign: string, name: string][] = [
  ['edg/', 'Edge'],
  ['edga/', 'Edge'],
  ['edgios/', 'Edge'],
  ['opr/', 'Opera'],
  ['opt/', 'Opera'],
  ['opx/', 'Opera'],
  ['samsungbrowser/', 'Samsung Internet'],
  ['yabrowser/', 'Yandex Browser'],
  ['vivaldi/', 'Vivaldi'],
  ['duckduckgo/', 'DuckDuckGo'],
  ['ddg/', 'DuckDuckGo'],
  ['fxios/', 'Firefox'],
  ['firefox/', 'Firefox'],
  ['crios/', 'Chrome'],
  ['chrome/', 'Chrome'],
  ['version/', 'Safari'],
]

const systems: readonly [sign: string, name: string][] = [
  ['iphone', 'iPhone'],
  ['ipad', 'iPad'],
  ['android', 'Android'],
  ['windows', 'Windows'],
  ['macintosh', 'Mac'],
  ['cros ', 'Chromebook'],
  ['linux', 'Linux'],
]

const firstIn = (text: string, signs: readonly [string, string][]): string | undefined =>
  signs.find(([sign]) => text.includes(sign))?.[1]

/** 'Chrome on Windows', 'Safari on iPhone', 'An app or script'. The client's own claim, which proves nothing. */
export function deviceOf(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, READ_MAX).toLowerCase()
  // Every browser begins with this; apps and scripts name themselves first.
  if (!text.startsWith('mozilla/')) return t('device.script')
  const system = firstIn(text, systems)
  const browser = firstIn(text, browsers)
  if (!system) return browser ?? t('device.script')
  return t('device.browserOnSystem', { browser: browser ?? t('device.browser'), system })
}
