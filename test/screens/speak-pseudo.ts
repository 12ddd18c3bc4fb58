// Import it before the tested code: texts of the dashboard may be created while a module is loaded.
import { speakPseudo } from './pseudo.ts'

speakPseudo()
