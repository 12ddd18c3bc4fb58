// The draft of the email to the people concerned: its text, its recipients, a preview, and the owner's confirmation.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  addressesOf,
  audiences,
  BREACH_LIMITS,
  headingOfPart,
  noticeParts,
  breachProgressLabel,
  audienceLabel,
  type BreachEditInput,
  type BreachView,
} from '#domain/incidents/breaches.ts'
import type { Incident } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { ApiError, reasonOf } from '../api.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/forms/choice.tsx'

import { ConfirmDialog, DialogFoot, FormDialog } from '../ui/popups/dialog.tsx'
import { TextArea, TextInput } from '../ui/forms/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { previewQuery, useEditBreach, useSendNotices } from './incidents-api.ts'

type DialogProps = { incident: Incident; breach: BreachView; onClose: () => void }

export function NoticeDialog({ incident, breach, onClose }: DialogProps) {
  const isSent = breach.confirmed_at !== null
  const [step, setStep] = useState<'words' | 'preview' | 'confirm'>(isSent ? 'preview' : 'words')
  return step === 'words' ? (
    <Words
      incident={incident}
      breach={breach}
      onSaved={() => setStep('preview')}
      onClose={onClose}
    />
  ) : (
    <>
      <Preview
        incident={incident}
        breach={breach}
        onBack={isSent ? undefined : () => setStep('words')}
        onSend={() => setStep('confirm')}
        onClose={onClose}
      />
      {step === 'confirm' && (
        <Confirmation incident={incident} breach={breach} onEnd={() => setStep('preview')} />
      )}
    </>
  )
}

function Words({ incident, breach, onSaved, onClose }: DialogProps & { onSaved: () => void }) {
  const [parts, setParts] = useState(() =>
    Object.fromEntries(noticeParts.map((name) => [name, breach[name]])),
  )
  const [audience, setAudience] = useState(breach.audience)
  const [since, setSince] = useState(breach.audience_since ?? '')
  const [list, setList] = useState(breach.audience_list.join('\n'))
  const edit = useEditBreach(incident.id)
  const refused = edit.error instanceof ApiError ? edit.error.fields : {}
  const listRefused = Object.entries(refused).find(([name]) =>
    name.startsWith('audience_list'),
  )?.[1]
  const save = () => {
    const changes: BreachEditInput = {
      ...parts,
      audience,
      audience_since: since || null,
      audience_list: addressesOf(list),
    }
    edit.mutate(changes, { onSuccess: onSaved })
  }
  return (
    <FormDialog
      title={t('breach.noticeTitle')}
      description={t('breach.noticeHint')}
      isDirty={noticeParts.some((name) => parts[name] !== breach[name])}
      onClose={onClose}
      wide
    >
      <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {noticeParts.map((name) => (
            <TextArea
              key={name}
              label={headingOfPart(name)}
              rows={3}
              maxLength={BREACH_LIMITS.part}
              value={parts[name]}
              error={refused[name]}
              onChange={(event) =>
                setParts((before) => ({ ...before, [name]: event.target.value }))
              }
            />
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label={t('breach.audience')}
            options={audiences.map((value) => ({ value, label: audienceLabel(value) }))}
            value={audience}
            onChange={setAudience}
          />
          {audience === 'since' && (
            <TextInput
              label={t('breach.audienceSince')}
              type="date"
              value={since}
              error={refused.audience_since}
              onChange={(event) => setSince(event.target.value)}
            />
          )}
        </div>
        {audience === 'list' && (
          <TextArea
            label={t('breach.audienceList')}
            hint={t('breach.audienceListHint')}
            value={list}
            error={listRefused}
            onChange={(event) => setList(event.target.value)}
          />
        )}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind="primary" inactive={edit.isPending} onClick={save}>
          {edit.isPending ? t('action.saving') : t('breach.saveAndPreview')}
        </Button>
      </DialogFoot>
    </FormDialog>
  )
}

function Preview({
  incident,
  breach,
  onBack,
  onSend,
  onClose,
}: DialogProps & { onBack: (() => void) | undefined; onSend: () => void }) {
  const preview = useQuery(previewQuery(incident.id))
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const isSent = breach.confirmed_at !== null
  return (
    <FormDialog
      title={t('breach.noticeTitle')}
      description={breachProgressLabel(breach)}
      onClose={onClose}
      wide
    >
      <div className="px-6 pt-4 pb-5 max-md:px-4">
        {preview.isPending && <SkeletonRows rows={4} label={t('mail.previewLoading')} />}
        {preview.error && !preview.data && (
          <Problem text={reasonOf(preview.error)} onRetry={() => void preview.refetch()} />
        )}
        {preview.data && (
          <>
            <p className="mb-2 font-semibold break-words">{preview.data.subject}</p>
            {/* The HTML of the mail, in a frame without scripts and without our cookies. */}
            <iframe
              title={t('mailPreview.title')}
              sandbox=""
              srcDoc={preview.data.html}
              className="block h-[46dvh] w-full rounded-control border border-line bg-white"
            />
          </>
        )}
        {!isSent && !isOwner && (
          <p className="mt-3 text-ink-2">{t('organization.ownerRequired')}</p>
        )}
      </div>
      <DialogFoot>
        {onBack && <Button onClick={onBack}>{t('action.edit')}</Button>}
        {isSent || !isOwner ? (
          <Button onClick={onClose}>{t('action.done')}</Button>
        ) : (
          <Button kind="primary" inactive={breach.people === 0} onClick={onSend}>
            {t('breach.send', { count: breach.people })}
          </Button>
        )}
      </DialogFoot>
    </FormDialog>
  )
}

function Confirmation({
  incident,
  breach,
  onEnd,
}: Omit<DialogProps, 'onClose'> & { onEnd: () => void }) {
  const send = useSendNotices(incident.id)
  // The number in the question, even if another application arrives while it is open.
  const [people] = useState(breach.people)
  return (
    <ConfirmDialog
      title={t('breach.sendTitle', { count: people })}
      question={t('breach.sendQuestion', { count: people })}
      more={
        people === incident.affected_users
          ? undefined
          : t('breach.sendMore', {
              known: numberText(incident.affected_users),
              people: numberText(people),
            })
      }
      confirm={t('breach.send', { count: people })}
      busy={send.isPending}
      onCancel={onEnd}
      onConfirm={() => send.mutate(people, { onSettled: onEnd })}
    />
  )
}
