// To be imported before what is tested: texts of the dashboard may be made while a file is read.
import { speakPseudo } from './pseudo.ts'

speakPseudo()
