// The shop's accent colour made legible: what the widget derives from one hex value.

/** Four values for the widget's style sheet; `veil` is the share of black laid over `color` so that white text reaches 4.5. */
export type Accent = { color: string; veil: number; on: string; text: string; edge: string }
