// The browser's own checkbox with our style; 'some' is shown as a dash.
import { useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'

export function Checkbox({
  id,
  name,
  checked,
  onChange,
  tabIndex,
  className,
}: {
  /** For a label beside it that can be clicked too. */
  id?: string
  name: string
  checked: boolean | 'some'
  onChange: (checked: boolean, withShift: boolean) => void
  tabIndex?: number
  className?: string
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'some'
  }, [checked])
  return (
    <input
      ref={box}
      type="checkbox"
      id={id}
      aria-label={name}
      checked={checked === true}
      tabIndex={tabIndex}
      onChange={({ target, nativeEvent }) =>
        onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
      className={classNames('check', className)}
    />
  )
}
