// One incident beside the register: its clock, its next steps, its facts, and its history.
import { fullName } from '#domain/full-name.ts'
import { useId, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { IncidentView } from '#domain/incidents/breaches.ts'
import {
  describeIncidentChange,
  titleOf,
  incidentStatusLabel,
  severityLabel,
  type Incident,
  type IncidentRow,
} from '#domain/incidents/incidents.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t, rich } from '#domain/texts/text.ts'
import { ApiError, reasonOf } from '../api.ts'
import { membersQuery } from '../queries.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ChoiceField } from '../ui/forms/choice.tsx'
import { fullDate, logDate } from '../ui/dates.ts'
import { Problem } from '../ui/problem.tsx'
import { SidePanel } from '../ui/popups/side-panel.tsx'
import { SkeletonPanel } from '../ui/waiting.tsx'
import { BreachSteps } from './breach-steps.tsx'
import { ClockTape } from './incident-clock.tsx'
import { incidentQuery, useAssignIncident } from './incidents-api.ts'
import { NextStepButton } from './next-step-button.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { PanelBar } from '../ui/list/panel-bar.tsx'

type PanelProps = {
  id: string
  rows: readonly IncidentRow[]
  onStep: (id: string) => void
  onClose: () => void
}

export function IncidentPanel({ id, rows, onStep, onClose }: PanelProps) {
  const view = useQuery(incidentQuery(id))
  const index = rows.findIndex((row) => row.id === id)
  const before = index > 0 ? rows[index - 1] : undefined
  const after = index >= 0 ? rows[index + 1] : rows[0]
  const shown = view.data?.incident ?? rows[index]
  return (
    <SidePanel
      title={shown ? titleOf(shown) : t('column.incident')}
      subject={id}
      isNarrow
      onClose={onClose}
    >
      <PanelBar
        noun="incident"
        close={t('action.closePanel')}
        onPrevious={before && (() => onStep(before.id))}
        onNext={after && (() => onStep(after.id))}
        onClose={onClose}
      >
        {index >= 0 &&
          t('list.placeOf', { place: numberText(index + 1), total: numberText(rows.length) })}
      </PanelBar>
      {view.isPending && <SkeletonPanel label={t('incidents.loading')} />}
      {view.error && !view.data && (
        <Problem
          className="m-6"
          text={reasonOf(view.error)}
          onRetry={
            view.error instanceof ApiError && view.error.status === 404
              ? undefined
              : () => void view.refetch()
          }
        />
      )}
      {view.data && <IncidentDetail view={view.data} />}
    </SidePanel>
  )
}

function IncidentDetail({ view }: { view: IncidentView }) {
  const { incident, breach } = view
  const [isWithdrawing, setWithdrawing] = useState(false)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const isNotified = !!breach && (breach.authority_told_at !== null || breach.confirmed_at !== null)
  const date = fullDate(incident.created_at)
  const time = (text: string[]) => (
    <time key="time" dateTime={incident.created_at}>
      {text}
    </time>
  )
  const mayWithdraw = isOwner && !incident.withdrawn_at && !isNotified
  return (
    <>
      <div className="border-b border-line px-6 pt-5 pb-5 max-md:px-4">
        <div className="mb-1.5 flex gap-2">
          <Badge kind={incident.severity}>{severityLabel(incident.severity)}</Badge>
          <Badge kind={incident.status}>{incidentStatusLabel(incident.status)}</Badge>
        </div>
        <h2 className="text-page font-semibold break-words">{titleOf(incident)}</h2>
        <p className="mt-1 break-words text-ink-2">
          {incident.incident_type
            ? rich('incidents.typeCreated', { type: incident.incident_type, date, time })
            : rich('incidents.created', { date, time })}
        </p>
        <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
          <NextStepButton incident={incident} />
          {mayWithdraw && (
            <Button onClick={() => setWithdrawing(true)}>{t('incidents.withdrawAsk')}</Button>
          )}
        </div>
        {incident.withdrawn_at && (
          <p className="mt-4 rounded-control bg-sunken px-3 py-2 break-words whitespace-pre-line">
            {rich('incidents.withdrawnOn', {
              b: (text) => (
                <b key="b" className="font-semibold">
                  {text}
                </b>
              ),
              date: fullDate(incident.withdrawn_at),
              reason: incident.withdrawn_reason ?? '',
            })}
          </p>
        )}
        {isWithdrawing && (
          <WithdrawDialog incident={incident} onClose={() => setWithdrawing(false)} />
        )}
      </div>
      {breach && !incident.withdrawn_at && (
        <>
          <Part title={t('breach.clockTitle')}>
            <ClockTape incident={incident} />
          </Part>
          <Part title={t('breach.stepsTitle')}>
            <BreachSteps incident={incident} breach={breach} />
          </Part>
        </>
      )}
      <Details incident={incident} />
      <History view={view} />
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="border-b border-line px-6 py-5 last:border-b-0 max-md:px-4"
    >
      <h3 id={heading} className="mb-2 text-panel font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}

function Details({ incident }: { incident: Incident }) {
  const { description, data_types_affected: types } = incident
  const facts: [name: string, value: string][] = [
    [t('incidents.fact.affected'), numberText(incident.affected_users)],
    [
      t('incidents.fact.noticed'),
      incident.detection_method === 'manual' ? t('incidents.byHand') : incident.detection_method,
    ],
    ...(incident.resolved_at
      ? ([[t('incidents.fact.resolved'), fullDate(incident.resolved_at)]] as [string, string][])
      : []),
    ...(incident.source_ip
      ? ([[t('incidents.fact.source'), incident.source_ip]] as [string, string][])
      : []),
  ]
  return (
    <Part title={t('incidents.detailsTitle')}>
      {description && (
        <p className="mb-3.5 max-w-[68ch] break-words whitespace-pre-line">{description}</p>
      )}
      <dl className="grid gap-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="leader">
            <dt className="text-ink-2">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
        <div className="grid gap-x-4 sm:grid-cols-[auto_minmax(0,1fr)]">
          <dt className="text-ink-2">{t('incidents.fact.dataTypes')}</dt>
          <dd className="break-words sm:text-end">
            {types.length > 0 ? types.join(', ') : t('incidents.dataTypesNone')}
          </dd>
        </div>
      </dl>
      <Assignment incident={incident} />
    </Part>
  )
}

const UNASSIGNED = 'nobody'

function Assignment({ incident }: { incident: Incident }) {
  const members = useQuery(membersQuery).data?.members ?? []
  const assign = useAssignIncident(incident.id)
  const { assigned_to: assigned } = incident
  const options = [
    { value: UNASSIGNED, label: t('incidents.assignedNobody') },
    ...members.map(({ id, first_name, last_name }) => ({
      value: id,
      label: fullName({ first_name, last_name }),
    })),
  ]
  if (assigned && !members.some(({ id }) => id === assigned)) {
    options.push({
      value: assigned,
      label: incident.assigned_to_name ?? t('incidents.assignedGone'),
    })
  }
  return (
    <div className="mt-4">
      <ChoiceField
        label={t('incidents.assignedTo')}
        options={options}
        value={assigned ?? UNASSIGNED}
        onChange={(value) => assign.mutate(value === UNASSIGNED ? null : value)}
      />
    </div>
  )
}

function History({ view: { history } }: { view: IncidentView }) {
  const members = useQuery(membersQuery).data?.members ?? []
  const nameOf = (userId: string) => {
    const member = members.find(({ id }) => id === userId)
    return member && fullName(member)
  }
  return (
    <Part title={t('incidents.historyTitle')}>
      <ol className="timeline">
        {history.map((change) => (
          <li key={change.id}>
            <time
              dateTime={change.created_at}
              title={fullDate(change.created_at)}
              className="text-meta/5 text-ink-3"
            >
              {logDate(change.created_at)}
            </time>
            <p className="break-words">
              {change.actor_name && (
                <>
                  <b className="font-semibold">{change.actor_name}</b> ·{' '}
                </>
              )}
              {describeIncidentChange(change, nameOf)}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  )
}
