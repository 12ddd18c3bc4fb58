// Types of Vite's imports: style sheets and scripts as text.
/// <reference types="vite/client" />

/** The script as text, minified (vite.config.ts). */
declare module '*?minified' {
  const script: string
  export default script
}
