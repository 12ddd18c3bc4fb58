// What must be done before any other module of ours is evaluated: import it first.
import { applyTheme } from './shell/theme.ts'

// Our pages forbid code made from text. Schemas try it once as they are built, and the browser reports that.
// It is set where the library looks for it, because most screens never load the library.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
// Before anything is drawn, so that no wrong colours flash.
applyTheme()
