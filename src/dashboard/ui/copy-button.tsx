// Copies a text; the icon confirms it, since nothing else on the page changes.
import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { Button, IconButton } from './button.tsx'

const ANSWER_MS = 2000

/** Undefined without clipboard access: browsers hide it from pages that are not served securely. */
function useCopy(text: string): { copied: boolean; copy: (() => void) | undefined } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), ANSWER_MS)
    return () => clearTimeout(timer)
  }, [copied])
  if (!navigator.clipboard) return { copied, copy: undefined }
  return {
    copied,
    copy: () => void navigator.clipboard.writeText(text).then(() => setCopied(true)),
  }
}

function CopyIcon({ copied }: { copied: boolean }) {
  return copied ? <Check size={16} strokeWidth={2} className="text-good" /> : <Copy size={16} />
}

const CopiedStatus = ({ copied }: { copied: boolean }) => (
  <span role="status" className="sr-only">
    {copied ? t('action.copied') : ''}
  </span>
)

/** With its text beside the icon. */
export function CopyTextButton({ text, children }: { text: string; children: string }) {
  const { copied, copy } = useCopy(text)
  if (!copy) return null
  return (
    <>
      <Button onClick={copy}>
        <CopyIcon copied={copied} />
        {children}
      </Button>
      <CopiedStatus copied={copied} />
    </>
  )
}

export function CopyButton({ name, text }: { name: string; text: string }) {
  const { copied, copy } = useCopy(text)
  if (!copy) return null
  return (
    <>
      <IconButton name={name} size="small" onClick={copy}>
        <CopyIcon copied={copied} />
      </IconButton>
      <CopiedStatus copied={copied} />
    </>
  )
}
