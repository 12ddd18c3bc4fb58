// One section's part of the address, so that a copied link restores what it shows. Other sections keep their parts.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** Every value of an address is a text. */
type Texts = Record<string, string | undefined>
type Changes<Part> = { [Key in keyof Part]?: Part[Key] | undefined }

/** `read`: what the address says, without defaults and without what means nothing. */
export function useSearchPart<Part extends Texts>(read: (search: Record<string, unknown>) => Part) {
  // What reads one part is not drawn again when another one changes.
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
    /** Without an entry of its own in the history. */
    change: (changes: Changes<Part>) => go(changes),
    /** With an entry, so that Back closes what it opens. */
    open: (changes: Changes<Part>) => go(changes, true),
    /** Takes the entry back that opened it. A copied link has none: there the address changes in place. */
    close: (changes: Changes<Part>) => {
      if (router.state.location.state.panelPushed) router.history.back()
      else go(changes, false)
    },
  }
}
