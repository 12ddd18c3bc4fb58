// Whether applicants see the post.
import { LabelledSwitch } from '../ui/forms/switch.tsx'

export function ActiveSwitch({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <LabelledSwitch
      label="Active"
      hint={checked ? 'shown in the widget at once' : 'hidden from the widget'}
      checked={checked}
      onChange={onChange}
      className="me-auto max-md:w-full"
    />
  )
}
