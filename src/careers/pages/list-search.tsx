// The search above a shop's jobs: a form for words, and links for the rest. Both work without any script.
import type { ListSearch as Search } from '#domain/careers/careers-pages.ts'
import { t } from '#domain/texts/text.ts'

export function ListSearch({ search }: { search: Search }) {
  const { words, action, kept, groups, found, allHref } = search
  return (
    <search>
      <form action={action}>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label htmlFor="q">{t('job.search')}</label>
        <div className="line">
          <input id="q" type="search" name="q" defaultValue={words} maxLength={120} />
          <button>{t('careers.search.submit')}</button>
        </div>
      </form>
      {groups.map(({ name, links }) => (
        <nav key={name} aria-label={name}>
          <span aria-hidden="true">{name}</span>
          <ul>
            {links.map(({ label, href, isChosen }) => (
              <li key={href}>
                <a href={href} rel="nofollow" aria-current={isChosen ? 'true' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      {found !== null && (
        <p className="found">
          <b>
            {found > 0 ? t('careers.search.found', { count: found }) : t('careers.search.none')}
          </b>
          <a href={allHref}>{t('careers.search.clear')}</a>
        </p>
      )}
    </search>
  )
}
