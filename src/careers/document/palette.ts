// The widget's colours on a light and on a dark ground, and how they get into its style sheets.
import type { WidgetTheme } from '#domain/careers/widget.ts'

/** As `var(--name)` in the style sheets. */
const colors: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  ground: ['#fff', '#1a171f'],
  raised: ['#fff', '#232029'],
  sunken: ['#f4f2ee', '#0d0b11'],
  line: ['#e2dfda', '#33303a'],
  field: ['#87858c', '#76727f'],
  ink: ['#1e1927', '#f2f0ec'],
  ink2: ['#585460', '#b4b1b9'],
  ink3: ['#6d6a75', '#9996a0'],
  danger: ['#b00a1d', '#fb817f'],
  problem: ['#ac011a', '#f69b94'],
  'problem-ground': ['#ffebe9', '#411e1c'],
  proven: ['#006749', '#6ccea6'],
  'proven-ground': ['#e2f6ec', '#123125'],
  'proven-mark': ['#2aa178', '#2d9c75'],
  shade: ['#0004', '#000a'],
}

/** One value for both grounds, or by the visitor's choice. */
export function onGround(theme: WidgetTheme, light: string, dark: string): string {
  if (theme === 'auto' && light !== dark) return `light-dark(${light},${dark})`
  return theme === 'dark' ? dark : light
}

const scheme = {
  light: '',
  dark: ':root{color-scheme:dark}',
  auto: ':root{color-scheme:light dark}',
}

/**
 * A style sheet with its colours written in. They stand in it as values and not as variables, because the first answer
 * of the widget is weighed by the byte, and most shops have it light.
 */
export function themed(css: string, theme: WidgetTheme): string {
  const colored = css.replace(/var\(--([a-z0-9-]+)\)/g, (use, name: string) => {
    const color = colors[name]
    return color ? onGround(theme, ...color) : use
  })
  return colored + scheme[theme]
}
