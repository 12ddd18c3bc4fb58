// Work before any other module of ours is evaluated: import it first.
import './schema-settings.ts'
import { applyTheme } from './shell/theme.ts'

// Before the first paint, so that no wrong colours flash.
applyTheme()
