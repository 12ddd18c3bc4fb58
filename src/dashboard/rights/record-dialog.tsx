// Records a request that came by post: the person, the request, how their identity was verified, and the date. It is
// carried out at once.
import { useId, useState, type FormEvent } from 'react'
import { RIGHTS, requestProofLabel, staffProofs } from '#domain/rights/rights.ts'
import {
  staffActLabel,
  staffActNames,
  type FoundPerson,
  type StaffAct,
} from '#domain/rights/register.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { shortDate } from '../ui/dates.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { DialogForm } from '../ui/forms/dialog-form.tsx'
import { TextArea, TextInput } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/popups/dialog.tsx'
import { useFindPerson, useRecordRequest } from './requests-api.ts'

type Application = FoundPerson['applications'][number]

export function RecordDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const find = useFindPerson()
  const found = find.data?.applications
  return (
    <FormDialog
      title={t('rights.recordTitle')}
      description={t('rights.recordText', { days: RIGHTS.answerDays })}
      isDirty={found !== undefined && found.length > 0}
      onClose={onClose}
    >
      {found && found.length > 0 ? (
        <RequestForm applications={found} onBack={() => find.reset()} onClose={onClose} />
      ) : (
        <DialogForm
          confirm={t('rights.find')}
          inactive={find.isPending}
          onSubmit={(event) => {
            event.preventDefault()
            find.mutate(email.trim())
          }}
          onCancel={onClose}
        >
          <TextInput
            label={t('field.email')}
            name="email"
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={find.error ? reasonOf(find.error) : found && t('rights.nobodyFound')}
            hint={t('rights.findHint')}
          />
        </DialogForm>
      )}
    </FormDialog>
  )
}

const nameOf = ({ name, role_title, created_at }: Application): string =>
  t('rights.applicationOf', {
    name: name ?? t('rights.restrictedPerson'),
    job: role_title,
    date: shortDate(created_at),
  })

type Details = { firstName: string; lastName: string; phone: string; hasOneName: boolean }
const noDetails: Details = { firstName: '', lastName: '', phone: '', hasOneName: false }

const correctionOf = ({ hasOneName, ...details }: Details) =>
  hasOneName ? { ...details, lastName: null } : details

function RequestForm({
  applications,
  onBack,
  onClose,
}: {
  applications: readonly Application[]
  onBack: () => void
  onClose: () => void
}) {
  const [applicantId, setApplicantId] = useState(applications[0]?.id ?? '')
  const [act, setAct] = useState<StaffAct>('access')
  const [proof, setProof] = useState<(typeof staffProofs)[number]>('known_address')
  const [receivedOn, setReceivedOn] = useState(() => new Date().toISOString().slice(0, 10))
  const [words, setWords] = useState('')
  const [details, setDetails] = useState(noDetails)
  const record = useRecordRequest()
  const fields = record.error instanceof ApiError ? (record.error.fields ?? {}) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (record.isPending) return
    record.mutate(
      {
        applicantId,
        act,
        verified_by: proof,
        received_on: receivedOn,
        ...(act === 'objection' && { words }),
        ...(act === 'rectification' && { details: correctionOf(details) }),
      },
      { onSuccess: onClose },
    )
  }
  return (
    <DialogForm
      problem={
        record.error && Object.keys(fields).length === 0 ? reasonOf(record.error) : undefined
      }
      confirm={t(act === 'access' || act === 'portability' ? 'rights.record' : 'rights.carryOut')}
      kind={act === 'erasure' ? 'danger' : 'primary'}
      inactive={record.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <ChoiceField
        label={t('rights.application')}
        options={applications.map((application) => ({
          value: application.id,
          label: nameOf(application),
        }))}
        value={applicantId}
        onChange={setApplicantId}
      />
      <ChoiceField
        label={t('rights.whatIsAsked')}
        hint={t(`rights.actHint.${act}`)}
        options={staffActNames.map((value) => ({ value, label: staffActLabel(value) }))}
        value={act}
        onChange={setAct}
      />
      {act === 'rectification' && (
        <CorrectedDetails details={details} refused={fields} onChange={setDetails} />
      )}
      {act === 'objection' && (
        <TextArea
          label={t('rights.grounds')}
          optional
          maxLength={RIGHTS.wordsMax}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <div className="grid gap-[18px] md:grid-cols-2">
        <ChoiceField
          label={t('rights.howVerified')}
          options={staffProofs.map((value) => ({ value, label: requestProofLabel(value) }))}
          value={proof}
          onChange={setProof}
        />
        <TextInput
          label={t('rights.receivedOn')}
          type="date"
          value={receivedOn}
          error={fields.received_on}
          onChange={(event) => setReceivedOn(event.target.value)}
        />
      </div>
      <p>
        <Button size="small" onClick={onBack}>
          {t('rights.otherPerson')}
        </Button>
      </p>
    </DialogForm>
  )
}

/** For a rectification: what is right. */
function CorrectedDetails({
  details,
  refused,
  onChange,
}: {
  details: Details
  refused: Readonly<Record<string, string>>
  onChange: (details: Details) => void
}) {
  const { hasOneName } = details
  const oneName = useId()
  return (
    <div className="grid gap-[18px] md:grid-cols-2">
      {inNameOrder(
        <TextInput
          key="first"
          label={t('field.firstName')}
          value={details.firstName}
          error={refused['details.firstName']}
          onChange={(event) => onChange({ ...details, firstName: event.target.value })}
        />,
        !hasOneName && (
          <TextInput
            key="last"
            label={t('field.lastName')}
            value={details.lastName}
            error={refused['details.lastName']}
            onChange={(event) => onChange({ ...details, lastName: event.target.value })}
          />
        ),
      )}
      <div className="flex min-h-9 items-center gap-2.5 md:col-span-2">
        <Checkbox
          id={oneName}
          name={t('rights.oneName')}
          checked={hasOneName}
          onChange={(next) => onChange({ ...details, hasOneName: next })}
        />
        <label htmlFor={oneName}>{t('rights.oneName')}</label>
      </div>
      <TextInput
        label={t('field.phone')}
        optional
        value={details.phone}
        error={refused['details.phone']}
        onChange={(event) => onChange({ ...details, phone: event.target.value })}
      />
    </div>
  )
}
