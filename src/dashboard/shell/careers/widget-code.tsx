// The careers widget for the shop's own pages: where it was seen, and the ways to embed it.
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { StoreView } from '#domain/store/store.ts'
import { frameSnippet, loaderSnippet, themeEditorUrl } from '#domain/careers/widget-snippets.ts'
import { readWidgetOptions } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { publicJobsLink } from './public-link.ts'
import { storeQuery } from '../../queries.ts'
import { StoreChoice } from '../store/store-choice.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'
import { LineTabs } from '../../ui/tabs.tsx'

const ways = ['script', 'frame', 'theme'] as const
type Way = (typeof ways)[number]

function OutLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex items-center gap-1.5 break-all text-link"
    >
      {children}
      <ExternalLink size={14} className="flex-none" />
      <span className="sr-only">{t('link.newTab')}</span>
    </a>
  )
}

function Code({ advice, snippet }: { advice: string; snippet: string }) {
  return (
    <>
      <div className="mb-1.5 flex items-start justify-between gap-3">
        <p className="text-ink-2">{advice}</p>
        <CopyButton name={t('widget.copyCode')} text={snippet} />
      </div>
      <pre
        tabIndex={0}
        className="rounded-control bg-sunken px-4 py-3.5 font-mono text-label wrap-anywhere whitespace-pre-wrap"
      >
        {snippet}
      </pre>
    </>
  )
}

function ThemeBlock({ view }: { view: StoreView | undefined }) {
  if (!view) return null
  const { store, theme_editor: editor } = view
  if (!store || !editor) {
    return <p className="text-ink-2">{t('widget.themeUnconnected')}</p>
  }
  return (
    <div className="grid gap-2">
      <p className="text-ink-2">
        {t('widget.themeText', { store: store.shop_name ?? store.shop })}
      </p>
      <p>
        <OutLink href={themeEditorUrl(editor, 'page')}>{t('widget.themeAddBlock')}</OutLink>
      </p>
      <p>
        <OutLink href={themeEditorUrl(editor, 'everyPage')}>{t('widget.themeSwitchOn')}</OutLink>
      </p>
    </div>
  )
}

export function WidgetCode({ organization }: { organization: { name: string; slug: string } }) {
  const heading = useId()
  // In the store's admin the theme's block shows the jobs without code.
  const [way, setWay] = useState<Way>(isInAdmin() ? 'theme' : 'script')
  const store = useQuery({ ...storeQuery, enabled: way === 'theme' })
  const options = readWidgetOptions({ org: organization.slug })
  const link = publicJobsLink(organization)
  const given = { appUrl: window.location.origin, shopName: organization.name, options }
  return (
    <section id="widget" aria-labelledby={heading}>
      <h2 id={heading} className="mb-2 text-section font-semibold">
        {t('widget.title')}
      </h2>
      <div className="ledger grid gap-5 px-6 pt-5 pb-6 max-md:px-4">
        <div>
          <p className="mb-1">{t('widget.linkText')}</p>
          <OutLink href={link}>{link}</OutLink>
        </div>
        <LineTabs
          label={t('widget.waysLabel')}
          tabs={ways.map((value) => ({ value, label: t(`widgetWay.${value}`) }))}
          value={way}
          onChange={setWay}
        >
          <div className="pt-4">
            {way === 'script' && (
              <Code advice={t('widget.scriptText')} snippet={loaderSnippet(given)} />
            )}
            {way === 'frame' && (
              <Code advice={t('widget.frameText')} snippet={frameSnippet(given)} />
            )}
            {way === 'theme' && <StoreChoice />}
            {way === 'theme' && <ThemeBlock view={store.data} />}
          </div>
        </LineTabs>
        <figure className="border-t border-line pt-5">
          <figcaption className="mb-2 text-label font-medium">{t('widget.preview')}</figcaption>
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own widget, as visitors use it */}
          <iframe
            src={`/embed?org=${encodeURIComponent(organization.slug)}`}
            title={t('widget.preview')}
            loading="lazy"
            className="h-[420px] w-full rounded-control border border-line bg-white"
          />
        </figure>
      </div>
    </section>
  )
}
