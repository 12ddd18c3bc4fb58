// The filled button of a form: while it is busy it keeps its focus and says so by its name.

type Props = { busy: boolean; children: string; busyText: string }

export function SubmitButton({ busy, children, busyText }: Props) {
  return (
    <button className="button" aria-disabled={busy || undefined}>
      {busy ? busyText : children}
    </button>
  )
}
