// An owner decides an objection, or refuses another request, with a reason for the person.
import { useState, type FormEvent } from 'react'
import type { RightsRequest } from '#domain/rights/register.ts'
import { RIGHTS } from '#domain/rights/rights.ts'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { TextArea } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { useDecideObjection, useRefuseRequest } from './requests-api.ts'

export function AnswerDialog({
  request,
  how,
  onClose,
}: {
  request: RightsRequest
  how: 'decide' | 'refuse'
  onClose: () => void
}) {
  const [answer, setAnswer] = useState<'upheld' | 'refused'>('upheld')
  const [reason, setReason] = useState('')
  const [wasSent, setSent] = useState(false)
  const decide = useDecideObjection(request.id)
  const refuse = useRefuseRequest(request.id)
  const { isPending, error } = how === 'decide' ? decide : refuse
  const isMissing = reason.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (isMissing || isPending) return
    const after = { onSuccess: onClose }
    if (how === 'decide') decide.mutate({ upheld: answer === 'upheld', reason }, after)
    else refuse.mutate(reason, after)
  }
  return (
    <FormDialog
      title={t(how === 'decide' ? 'rights.decideTitle' : 'rights.refuseTitle')}
      description={t(how === 'decide' ? 'rights.decideText' : 'rights.refuseText')}
      isDirty={reason !== ''}
      onClose={onClose}
    >
      <DialogForm
        problem={error ? reasonOf(error) : undefined}
        confirm={t(how === 'decide' ? 'rights.decide' : 'rights.refuse')}
        inactive={isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        {request.words && (
          <p className="text-label break-words whitespace-pre-line">
            <span className="text-ink-2">{t('rights.words')} </span>
            {request.words}
          </p>
        )}
        {how === 'decide' && (
          <ChoiceField
            label={t('rights.decision')}
            options={[
              { value: 'upheld', label: t('rights.uphold') },
              { value: 'refused', label: t('rights.refuseObjection') },
            ]}
            value={answer}
            onChange={setAnswer}
          />
        )}
        <TextArea
          label={t('rights.reasonLabel')}
          hint={t('rights.reasonHint')}
          value={reason}
          maxLength={RIGHTS.wordsMax}
          onChange={(event) => setReason(event.target.value)}
          error={wasSent && isMissing ? t('rights.reasonRequired') : undefined}
        />
      </DialogForm>
    </FormDialog>
  )
}
