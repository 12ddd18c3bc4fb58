// An email as its recipient will see it: the subject, the message, and its plain text.
import type { RenderedMail } from '#domain/mails/mails.ts'
import { t } from '#domain/texts/text.ts'

export function MailPreview({ mail }: { mail: RenderedMail }) {
  return (
    <div>
      <p className="mb-2 font-semibold break-words">{mail.subject}</p>
      {/* The rendered mail; its frame has no scripts and no access to our cookies. */}
      <iframe
        // A new frame for each text: one whose content changes while it is still loading may show neither.
        key={mail.html}
        title={t('mailPreview.title')}
        sandbox=""
        srcDoc={mail.html}
        className="block h-[38dvh] min-h-56 w-full rounded-control border border-line bg-white"
      />
      <details className="mt-2">
        <summary className="cursor-pointer text-label font-medium">
          {t('mailPreview.plainText')}
        </summary>
        <pre className="mt-2 font-mono text-label break-words whitespace-pre-wrap">{mail.text}</pre>
      </details>
    </div>
  )
}
