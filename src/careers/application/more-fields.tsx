// The fields that most people leave empty, folded away until one of them has a value or an error.
import { useEffect, useRef, useState } from 'react'
import { labelOf, moreFields } from '#domain/applicants/application-fields.ts'
import { t } from '#domain/texts/text.ts'
import { FieldInput, type Typed } from './field-input.tsx'

export function MoreFields(typed: Typed) {
  const { values, errors } = typed
  const box = useRef<HTMLDetailsElement>(null)
  const isNeeded = moreFields.some((field) => values[field] || errors[field])
  // Never closed by an answer: somebody may be typing in it.
  const [isOpen] = useState(isNeeded)
  useEffect(() => {
    if (isNeeded && box.current) box.current.open = true
  }, [isNeeded])
  return (
    <details ref={box} className="more" open={isOpen}>
      <summary>
        {t('careers.form.addMore')} <small>{moreFields.map(labelOf).join(' · ')}</small>
      </summary>
      <div className="stack">
        {moreFields.map((field) => (
          <FieldInput key={field} field={field} {...typed} />
        ))}
      </div>
    </details>
  )
}
