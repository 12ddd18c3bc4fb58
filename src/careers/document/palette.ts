// The widget's colours on light and dark backgrounds, inserted into its style sheets.
import type { WidgetTheme } from '#domain/careers/widget.ts'

/** Used as `var(--name)` in the style sheets. */
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

/** One value for both backgrounds, or by the visitor's colour scheme. */
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
 * A style sheet with its colours inserted as values instead of variables: the first response of the widget has a byte budget,
 * and most shops use the light theme.
 */
export function themed(css: string, theme: WidgetTheme): string {
  const colored = css.replace(/var\(--([a-z0-9-]+)\)/g, (use, name: string) => {
    const color = colors[name]
    return color ? onGround(theme, ...color) : use
  })
  return colored + scheme[theme]
}
