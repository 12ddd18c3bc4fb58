// The language switcher below a public page: a form that opens the same address again, without script.
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { languageName } from '#domain/texts/languages.ts'
import { currentLocale, languages } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'

/** `query`: of the page's address; the form keeps it. */
export function languageForm(query: string): string {
  const kept = [...new URLSearchParams(query)]
    .filter(([name]) => name !== 'lang')
    .map(
      ([name, value]) =>
        `<input type=hidden name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
  const options = languages.map((each) => {
    const chosen = each === currentLocale() ? ' selected' : ''
    return `<option value=${each} lang=${each}${chosen}>${languageName(each)}`
  })
  const label = escapeHtml(t('language.label'))
  // Named, so that it is a landmark: it stands after the page's footer.
  return `<form class=languages aria-label="${label}">${kept.join('')}<label>${label}<select name=lang>${options.join('')}</select></label><button>${escapeHtml(t('language.change'))}</button></form>`
}

/** The alternate links: the same page in each of our languages, including itself. */
export function alternatesOf(canonical: string): { lang: string; href: string }[] {
  const url = new URL(canonical)
  const inLanguage = (lang: string | null) => {
    url.searchParams.delete('lang')
    if (lang) url.searchParams.set('lang', lang)
    return url.href
  }
  return [
    { lang: 'x-default', href: inLanguage(null) },
    ...languages.map((lang) => ({ lang, href: inLanguage(lang) })),
  ]
}
