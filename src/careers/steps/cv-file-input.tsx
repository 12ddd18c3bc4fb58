// The field for the file of a CV in a form without scripts: it is marked and focused where the last file was refused.
import { CV_ACCEPT } from '#domain/cvs/cvs.ts'
import { t } from '#domain/texts/text.ts'
import { describedBy, FieldFrame } from './field.tsx'

export function CvFileInput({ error }: { error: string | null }) {
  const frame = {
    id: 'cvFile',
    label: t('careers.cv.label'),
    error: error ?? undefined,
    hint: t('ownPage.cvKinds'),
    wide: true,
  }
  return (
    <FieldFrame {...frame}>
      <div className={error ? 'drop bad' : 'drop'}>
        <input
          type="file"
          id="cvFile"
          name="cvFile"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a document without scripts, in which nothing else could lead there
          autoFocus={error !== null}
          accept={CV_ACCEPT}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(frame)}
        />
      </div>
    </FieldFrame>
  )
}
