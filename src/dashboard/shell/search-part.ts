// One section's part of the address, so that a copied link restores what it shows. Other sections keep their parts.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** Every value of an address is a text. */
type Texts = Record<string, string | undefined>
type Changes<Part> = { [Key in keyof Part]?: Part[Key] | undefined }

/** `read`: the values of the address, without defaults and without invalid ones. */
export function useSearchPart<Part extends Texts>(read: (search: Record<string, unknown>) => Part) {
  // A component that reads one part is not rendered again when another one changes.
  const texts: Texts = useSearch({
    strict: false,
    select: (search): Texts => read(search),
    structuralSharing: true,
  })
  const part = texts as Part
  const navigate = useNavigate()
  const router = useRouter()
  const go = (changes: Changes<Part>, panelPushed?: boolean) =>
    void navigate({
      to: '.',
      search: (before: Texts) => ({ ...before, ...changes }),
      replace: !panelPushed,
      resetScroll: false,
      state: (before) => (panelPushed === undefined ? before : { ...before, panelPushed }),
    })
  return {
    part,
    /** Without a new history entry. */
    change: (changes: Changes<Part>) => go(changes),
    /** With a history entry, so that Back closes what it opens. */
    open: (changes: Changes<Part>) => go(changes, true),
    /** Goes back over the entry that opened it. A copied link has none: then the address changes in place. */
    close: (changes: Changes<Part>) => {
      if (router.state.location.state.panelPushed) router.history.back()
      else go(changes, false)
    },
  }
}
