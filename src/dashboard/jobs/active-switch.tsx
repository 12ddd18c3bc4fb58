// Whether applicants see the post.
import { t } from '#domain/texts/text.ts'
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
      label={t('job.field.is_active')}
      hint={checked ? t('job.activeHint') : t('job.inactiveHint')}
      checked={checked}
      onChange={onChange}
      className="me-auto max-md:w-full"
    />
  )
}
