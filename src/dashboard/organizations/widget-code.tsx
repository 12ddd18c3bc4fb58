// The careers widget for the shop's own pages: where it is, and the code that puts it there.
import { useId } from 'react'
import { ExternalLink } from 'lucide-react'
import { WIDGET_HEIGHT, widgetHref, widgetMessages, readWidgetOptions } from '#domain/widget.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** The frame, and the listener that lets it grow with its content. */
function snippetOf(address: string, name: string): string {
  const title = `Job openings at ${name}`.replace(/&/g, '&amp;').replace(/"/g, '&quot;')
  return [
    `<iframe id="storehand" src="${address}"`,
    `  title="${title}"`,
    `  style="width:100%;height:${WIDGET_HEIGHT.cap}px;border:0"></iframe>`,
    '<script>',
    "addEventListener('message', function (event) {",
    "  var frame = document.getElementById('storehand')",
    '  if (event.source !== frame.contentWindow) return',
    `  if (event.data && event.data.type === '${widgetMessages.resize}')`,
    "    frame.style.height = event.data.height + 'px'",
    '})',
    '</script>',
  ].join('\n')
}

export function WidgetCode({ organization }: { organization: { name: string; slug: string } }) {
  const heading = useId()
  const path = widgetHref(readWidgetOptions({ org: organization.slug }))
  const address = new URL(path, window.location.origin).href
  const snippet = snippetOf(address, organization.name)
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-2 text-section font-semibold">
        Careers widget
      </h2>
      <div className="ledger grid gap-5 px-6 pt-5 pb-6 max-md:px-4">
        <div>
          <p className="mb-1">Your open jobs, for applicants to read and apply:</p>
          <a
            href={path}
            target="_blank"
            rel="noopener"
            className="inline-flex items-center gap-1.5 break-all text-link"
          >
            {address}
            <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
            <span className="sr-only">opens in a new tab</span>
          </a>
        </div>
        <div>
          <div className="mb-1.5 flex items-center justify-between">
            <p>Paste this into a page of your store:</p>
            <CopyButton name="Copy the code" text={snippet} />
          </div>
          <pre
            tabIndex={0}
            className="rounded-control bg-sunken px-4 py-3.5 font-mono text-label wrap-anywhere whitespace-pre-wrap"
          >
            {snippet}
          </pre>
        </div>
      </div>
    </section>
  )
}
