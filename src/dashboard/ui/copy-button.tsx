// Copies a text; the icon answers, since nothing else on the page changes.
import { useEffect, useState } from 'react'
import { Check, Copy } from 'lucide-react'
import { IconButton } from './button.tsx'

const ANSWER_MS = 2000

export function CopyButton({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), ANSWER_MS)
    return () => clearTimeout(timer)
  }, [copied])

  // Browsers hide the clipboard from pages that are not served securely.
  if (!navigator.clipboard) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <>
      <IconButton name={name} size="small" onClick={() => void copy()}>
        {copied ? (
          <Check size={16} strokeWidth={2} className="text-good" aria-hidden="true" />
        ) : (
          <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
