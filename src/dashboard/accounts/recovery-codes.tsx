// Recovery codes, shown only once: to be copied, saved or written down before the page shows anything else.
import { useEffect, useRef, useState } from 'react'
import { Check, Copy, Download } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { Button, buttonClass } from '../ui/button.tsx'

const FILE_NAME = 'storehand-recovery-codes.txt'

export function RecoveryCodeList({
  codes,
  onStored,
}: {
  codes: readonly string[]
  onStored: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="text-panel font-semibold">
        {t('recovery.title')}
      </h3>
      <p className="mt-1 text-ink-2">{t('recovery.text')}</p>
      <ul
        aria-label={t('recovery.listLabel')}
        className="my-4 grid grid-cols-[repeat(auto-fill,minmax(128px,1fr))] gap-x-6 gap-y-1 rounded-panel border border-line bg-surface px-4 py-3 font-mono text-panel"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <CopyCodes text={text} />
        <a
          className={buttonClass()}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={FILE_NAME}
        >
          <Download size={16} />
          {t('action.download')}
        </a>
        <Button kind="primary" className="ms-auto max-md:ms-0" onClick={onStored}>
          {t('recovery.stored')}
        </Button>
      </div>
    </div>
  )
}

function CopyCodes({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  // Browsers hide the clipboard from pages that are not served securely.
  if (!navigator.clipboard) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button onClick={() => void copy()}>
        <Icon size={16} />
        {copied ? t('action.copied') : t('action.copy')}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t('action.copied') : ''}
      </span>
    </>
  )
}
