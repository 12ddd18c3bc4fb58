// Caches a value derived from an object for each language, as long as the object exists: lists are cached between
// visits.
import { currentLocale, type Locale } from './locale.ts'

/** `make` must depend only on its argument and the language. */
export function onceForEachLanguage<Given extends object, Made>(
  make: (given: Given) => Made,
): (given: Given) => Made {
  const all = new WeakMap<Given, Map<Locale, Made>>()
  return (given) => {
    let inLanguages = all.get(given)
    if (!inLanguages) all.set(given, (inLanguages = new Map()))
    const locale = currentLocale()
    let made = inLanguages.get(locale)
    if (made === undefined) inLanguages.set(locale, (made = make(given)))
    return made
  }
}
