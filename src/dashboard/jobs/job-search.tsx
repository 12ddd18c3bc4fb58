// The search of the jobs' list; it narrows shortly after the typing stops.
import { useEffect, useRef, useState } from 'react'
import { Search } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { inputClass } from '../ui/forms/field.tsx'
import type { JobsUrl } from './jobs-url.ts'

const TYPING_MS = 250

export function JobSearch({ url }: { url: JobsUrl }) {
  const { q = '' } = url.filter
  const [text, setText] = useState(q)
  const asked = useRef(q)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The address changed by another hand: Clear search, Back, a link.
  useEffect(() => {
    if (q === asked.current) return
    asked.current = q
    setText(q)
  }, [q])
  useEffect(() => () => clearTimeout(typing.current), [])

  const type = (next: string) => {
    setText(next)
    clearTimeout(typing.current)
    typing.current = setTimeout(() => {
      asked.current = next.trim()
      url.change({ q: asked.current || undefined })
    }, TYPING_MS)
  }
  return (
    <label className="relative block min-w-0 flex-[0_1_220px] max-md:order-last max-md:flex-[1_0_100%]">
      <span className="sr-only">Search jobs</span>
      <Search size={16} className="absolute start-[11px] top-1/2 -translate-y-1/2 text-ink-3" />
      <input
        type="search"
        maxLength={200}
        placeholder="Search jobs"
        value={text}
        onChange={(event) => type(event.target.value)}
        className={classNames(inputClass, 'h-9 ps-[34px] max-md:h-11')}
      />
    </label>
  )
}
