// The search above a long list of the widget: a form that opens the list again, so it works without scripts. Built as
// text like the cards, because each first answer of a long list contains it.
import type { Choice, JobChoices } from '#domain/careers/job-choices.ts'
import { searchFields, type JobSearch as Search } from '#domain/careers/job-search.ts'
import { widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { t } from '#domain/texts/text.ts'

type Props = { options: WidgetOptions; choices: JobChoices }

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** 'Full-time' as a value is 'full-time', so it is not repeated. */
const optionOf = ({ value, label }: Choice, chosen: string): string => {
  const given = isSame(value, label) ? '' : ` value="${escapeHtml(value)}"`
  return `<option${given}${isSame(value, chosen) ? ' selected' : ''}>${escapeHtml(label)}`
}

/** The first option is its label, and selects nothing. */
function select(
  name: keyof Search,
  label: string,
  choices: readonly Choice[],
  chosen = '',
): string {
  if (choices.length === 0) return ''
  const options = choices.map((choice) => optionOf(choice, chosen)).join('')
  const named = escapeHtml(label)
  return `<select name=${name} aria-label="${named}"><option value>${named}${options}</select>`
}

export function JobSearch({ options, choices }: Props) {
  const { search } = options
  const query = widgetHref({ ...options, search: null }).split('?')[1]
  const kept = [...new URLSearchParams(query)].map(
    ([name, value]) => `<input type=hidden name=${name} value="${escapeHtml(value)}">`,
  )
  const named = escapeHtml(t('job.search'))
  const words = search?.q ? ` value="${escapeHtml(search.q)}"` : ''
  const html = [
    ...kept,
    `<input type=search name=q aria-label="${named}" placeholder="${named}"${words}>`,
    select('place', t('job.fact.location'), choices.places, search?.place),
    select('type', t('job.fact.type'), choices.types, search?.type),
    select('pay', t('job.fact.pay'), choices.pays, search?.pay),
    `<button>${escapeHtml(t('careers.search.submit'))}</button>`,
  ].join('')
  return (
    <form
      // Rendered again for another search: the controls show the current one.
      key={searchFields.map((name) => search?.[name]).join('\n')}
      role="search"
      action="/embed"
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** Parses the markup above. */
export function readChoices(root: Element): JobChoices | null {
  const form = root.querySelector('[role=search]')
  if (!form) return null
  const choicesOf = (name: string): Choice[] =>
    [...form.querySelectorAll<HTMLOptionElement>(`[name=${name}] option`)]
      .slice(1)
      .map(({ value, text }) => ({ value, label: text }))
  return { places: choicesOf('place'), types: choicesOf('type'), pays: choicesOf('pay') }
}
