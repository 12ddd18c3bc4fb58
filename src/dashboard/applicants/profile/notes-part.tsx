// Notes of the staff on an applicant: write, edit one's own, delete.
import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Pencil, Trash2 } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import {
  mayDelete,
  mayEdit,
  NOTE_MAX,
  noteProblem,
  type ApplicantNote,
} from '#domain/applicants/notes.ts'
import { useSession } from '../../shell/session/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { fullDate, logDate } from '../../ui/dates.ts'
import { ConfirmDialog } from '../../ui/popups/dialog.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { setDraft, useDraft } from './note-drafts.ts'
import { addNote, editNote, useDeleteNote } from './notes-api.ts'
import { NoteNotSaved } from '../changes/not-saved.tsx'
import { Part } from './profile-part.tsx'
import { useIsNoteSaved } from '../changes/unsent-people.ts'

export function NotesPart({
  applicantId,
  notes,
  field,
}: {
  applicantId: string
  notes: readonly ApplicantNote[]
  field: Ref<HTMLTextAreaElement>
}) {
  const [deleting, setDeleting] = useState<ApplicantNote | null>(null)
  const heading = useRef<HTMLDivElement>(null)
  return (
    <Part
      title={t('note.listTitle')}
      anchor="notes"
      className={notes.length === 0 ? 'print:hidden' : ''}
    >
      <div ref={heading} tabIndex={-1} className="outline-none">
        <NewNote key={applicantId} applicantId={applicantId} field={field} />
      </div>
      {notes.length === 0 && <p className="mt-4 text-ink-2">{t('note.listEmpty')}</p>}
      {notes.length > 0 && (
        <ul className="mt-4 grid grid-cols-[minmax(0,1fr)]">
          {notes.map((note) => (
            <Note
              key={note.id}
              applicantId={applicantId}
              note={note}
              onDelete={() => setDeleting(note)}
            />
          ))}
        </ul>
      )}
      {deleting && (
        <DeleteNote
          applicantId={applicantId}
          note={deleting}
          onClose={() => {
            setDeleting(null)
            heading.current?.querySelector('textarea')?.focus()
          }}
        />
      )}
    </Part>
  )
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey)

function NewNote({ applicantId, field }: { applicantId: string; field: Ref<HTMLTextAreaElement> }) {
  const body = useDraft(applicantId)
  const [error, setError] = useState<string>()
  const change = (text: string) => {
    setDraft(applicantId, text)
    setError(undefined)
  }
  const send = () => {
    const fault = noteProblem(body)
    setError(fault)
    if (fault) return
    addNote(applicantId, body)
    change('')
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        ref={field}
        label={t('note.write')}
        rows={3}
        value={body}
        error={error}
        hint={
          body.length > NOTE_MAX - 500
            ? t('note.lengthUsed', { length: body.length, max: NOTE_MAX })
            : undefined
        }
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => isSend(event) && send()}
      />
      <Button type="submit" className="mt-2">
        {t('note.add')}
      </Button>
    </form>
  )
}

function Note({
  applicantId,
  note,
  onDelete,
}: {
  applicantId: string
  note: ApplicantNote
  onDelete: () => void
}) {
  const [isEditing, setEditing] = useState(false)
  const { profile } = useSession()
  const me = profile && { user_id: profile.id, role: profile.role }
  const isSaved = useIsNoteSaved(note.id)
  const author = note.author_name ?? t('note.authorGone')
  const when = logDate(note.created_at)
  return (
    <li className="min-w-0 border-t border-line py-3 first:border-t-0">
      <div className="flex min-h-8 items-center gap-2">
        <p className="me-auto min-w-0 wrap-anywhere">
          <b className="font-semibold">{author}</b>{' '}
          <time
            dateTime={note.created_at}
            title={fullDate(note.created_at)}
            className="ms-1 text-meta whitespace-nowrap text-ink-3"
          >
            {when}
          </time>
          {note.edited_at && (
            <span className="text-meta text-ink-3" title={fullDate(note.edited_at)}>
              {' '}
              {t('note.edited')}
            </span>
          )}
        </p>
        <NoteNotSaved id={note.id} />
        {isSaved && me && mayEdit(note, me.user_id) && !isEditing && (
          <IconButton
            name={t('note.edit', { date: when })}
            size="small"
            onClick={() => setEditing(true)}
          >
            <Pencil size={16} />
          </IconButton>
        )}
        {isSaved && me && mayDelete(note, me) && (
          <IconButton
            name={t('note.delete', { author, date: when })}
            size="small"
            onClick={onDelete}
          >
            <Trash2 size={16} />
          </IconButton>
        )}
      </div>
      {isEditing ? (
        <EditNote applicantId={applicantId} note={note} onClose={() => setEditing(false)} />
      ) : (
        <p className="max-w-[68ch] wrap-anywhere whitespace-pre-line">{note.body}</p>
      )}
    </li>
  )
}

function EditNote({
  applicantId,
  note,
  onClose,
}: {
  applicantId: string
  note: ApplicantNote
  onClose: () => void
}) {
  const [body, setBody] = useState(note.body)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  // Opened by a click on Edit: the person types next.
  useEffect(() => field.current?.focus(), [])
  const send = () => {
    const fault = noteProblem(body)
    setError(fault)
    if (fault) return
    if (body !== note.body) editNote(applicantId, note.id, body)
    onClose()
  }
  return (
    <form
      noValidate
      data-closes=""
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        label={t('note.title')}
        ref={field}
        rows={3}
        value={body}
        error={error}
        onChange={(event) => {
          setBody(event.target.value)
          setError(undefined)
        }}
        onKeyDown={(event) => {
          if (isSend(event)) send()
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
      />
      <div className="mt-2 flex gap-2">
        <Button type="submit" size="small">
          {t('action.save')}
        </Button>
        <Button size="small" kind="plain" onClick={onClose}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  )
}

function DeleteNote({
  applicantId,
  note,
  onClose,
}: {
  applicantId: string
  note: ApplicantNote
  onClose: () => void
}) {
  const remove = useDeleteNote(applicantId)
  return (
    <ConfirmDialog
      title={t('note.deleteTitle')}
      question={t('note.deleteQuestion')}
      more={note.body.length > 160 ? `${note.body.slice(0, 160)}…` : note.body}
      confirm={t('action.delete')}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(note.id, { onSettled: onClose })}
    />
  )
}
