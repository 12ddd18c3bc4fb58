// The submit button of a form: while the form is being sent it keeps the focus and changes its label.

type Props = { busy: boolean; children: string; busyText: string }

export function SubmitButton({ busy, children, busyText }: Props) {
  return (
    <button className="button" aria-disabled={busy || undefined}>
      {busy ? busyText : children}
    </button>
  )
}
