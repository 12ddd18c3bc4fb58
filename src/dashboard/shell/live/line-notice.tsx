// Shows above every section what cannot be saved or updated while the server is unreachable.
import { useEffect, useState } from 'react'
import { t } from '#domain/texts/text.ts'

import { useUnsavedCount } from '../unsent/unsaved-count.ts'
import { useLiveStatus, type LiveStatus } from './live.tsx'

const NOTICED_MS = 10_000

/** Unsaved changes are shown at once; a short disconnection only by the dot in the header. */
export function LineNotice() {
  const status = useLiveStatus()
  const unsaved = useUnsavedCount()
  const isLost = status === 'lost'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(() => setLong(true), NOTICED_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLost])
  const text = noticeOf({ status, unsaved, isLong })
  if (!text) return null
  return (
    <p role="status" className="mb-4 rounded-control border border-line bg-sunken px-4 py-2.5">
      {text}
    </p>
  )
}

function noticeOf({
  status,
  unsaved,
  isLong,
}: {
  status: LiveStatus
  unsaved: number
  isLong: boolean
}): string | undefined {
  const isOffline = status === 'offline'
  if (unsaved > 0) {
    return t(isOffline ? 'unsent.waitingOffline' : 'unsent.waiting', { count: unsaved })
  }
  if (isOffline) return t('unsent.whileOffline')
  if (status === 'full') return t('live.tooMany')
  return isLong ? t('live.down') : undefined
}
