// What is made of something in the language of the page, kept for as long as that something is: lists are kept between visits.
import { currentLocale, type Locale } from './locale.ts'

/** `make` must depend on nothing but what it is given and the language. */
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
