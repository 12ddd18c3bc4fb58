// The search field of a list: filters shortly after the typing stops, and follows the address.
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Search } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { inputClass } from '../forms/field.tsx'

const TYPING_MS = 250

export function SearchField({
  name,
  placeholder = name,
  q = '',
  onSearch,
  field,
  className,
}: {
  name: string
  placeholder?: string
  /** The value in the address. */
  q: string | undefined
  onSearch: (q: string | undefined) => void
  field?: RefObject<HTMLInputElement | null>
  className: string
}) {
  const [text, setText] = useState(q)
  const asked = useRef(q)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The address changed otherwise: Clear filters, Back, a link.
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
      onSearch(asked.current || undefined)
    }, TYPING_MS)
  }
  return (
    <label
      className={classNames(
        'relative block min-w-0 max-md:order-last max-md:flex-[1_0_100%]',
        className,
      )}
    >
      <span className="sr-only">{name}</span>
      <Search size={16} className="absolute start-[11px] top-1/2 -translate-y-1/2 text-ink-3" />
      <input
        ref={field}
        type="search"
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        className={classNames(inputClass, 'h-9 ps-[34px] text-ellipsis max-md:h-11')}
      />
    </label>
  )
}
