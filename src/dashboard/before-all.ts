// What must be done before any other module of ours is evaluated: import it first.
import { config } from 'zod'
import { applyTheme } from './shell/theme.ts'

// Our pages forbid code made from text. Schemas try it once as they are built, and the browser reports that.
config({ jitless: true })
// Before anything is drawn, so that no wrong colours flash.
applyTheme()
