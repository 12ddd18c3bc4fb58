// Short messages about what just happened: shown once, and dismissed.
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { createStore, useStored } from '../hooks/value-store.ts'
import type * as Toaster from './toaster.tsx'

export type ToastAction = Toaster.ToastAction

type ToasterModule = typeof Toaster
let toaster: ToasterModule | undefined
/** Toasts from before the component was loaded. */
const waiting: ((toaster: ToasterModule) => void)[] = []
const isWanted = createStore(false)
const want = () => isWanted.set(true)

function withToaster(act: (toaster: ToasterModule) => void): void {
  if (toaster) act(toaster)
  else {
    waiting.push(act)
    want()
  }
}

let numbered = 0
/** Returns the id for `dismissToast`. */
function showToast({
  id = `toast-${++numbered}`,
  ...message
}: Omit<Toaster.Message, 'id'> & { id?: string | undefined }): string {
  if (elsewhere?.showToast({ id, ...message })) return id
  withToaster(({ show }) => show({ id, ...message }))
  return id
}

type OtherToaster = { showToast: (message: Toaster.Message) => boolean; hide: (id: string) => void }
let elsewhere: OtherToaster | undefined
/** Shows toasts elsewhere from now on, if possible; `showToast` returns whether it was. */
export const toastElsewhere = (other: OtherToaster): void => {
  elsewhere = other
}

/** Returns the id for `dismissToast`. `detail` distinguishes two toasts with the same text: the applicant's name. */
export const toastSuccess = (text: string, action?: ToastAction, detail?: string): string =>
  showToast({ tone: 'done', text, details: detail ? [detail] : [], action })

/** The server does not have the change yet. */
export const toastPending = (text: string, action: ToastAction): string =>
  showToast({ tone: 'waiting', text, action })

/** Stays until it is closed. `id` keeps the same problem from being shown twice. */
export function toastError(text: string, detail?: string, id?: string): void {
  showToast({ tone: 'problem', text, details: detail ? [detail] : [], id })
}

/** The most prominent toast; stays until it is closed. `id` keeps the same alarm from being shown twice. */
export function toastAlert(
  text: string,
  details: readonly (string | null)[],
  action: ToastAction,
  id: string,
): void {
  showToast({
    tone: 'alarm',
    text,
    details: details.filter((detail) => detail !== null),
    action,
    id,
  })
}

export function toastInfo(text: ReactNode, action: ToastAction): void {
  showToast({ tone: 'news', text, action })
}

export function dismissToast(id: string): void {
  elsewhere?.hide(id)
  if (toaster) toaster.dismiss(id)
  // A toast that was not rendered yet is dismissed once it is.
  else waiting.push(({ dismiss }) => dismiss(id))
}

/**
 * Before another person uses this screen: toasts contain names of applicants, and their buttons act for the previous
 * person.
 */
export function dismissAllToasts(): void {
  waiting.length = 0
  toaster?.dismissAll()
}

const AGAIN_MS = 3000

/** Without a network it cannot be loaded: toasts wait, and the page still works. */
async function load(show: (loaded: ToasterModule) => void, isOver: AbortSignal): Promise<void> {
  try {
    show(await import('./toaster.tsx'))
  } catch {
    setTimeout(() => !isOver.aborted && void load(show, isOver), AGAIN_MS)
  }
}

/** The first screen is rendered by then. */
const LATER_MS = 2000

export function Toasts() {
  const isAsked = useStored(isWanted)
  const [loaded, setLoaded] = useState<ToasterModule>()
  useEffect(() => {
    const timer = setTimeout(want, LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isAsked) return
    const over = new AbortController()
    void load((module) => !over.signal.aborted && setLoaded(module), over.signal)
    return () => over.abort()
  }, [isAsked])
  const onReady = useCallback(() => {
    if (!loaded) return () => undefined
    toaster = loaded
    for (const act of waiting.splice(0)) act(loaded)
    return () => {
      toaster = undefined
    }
  }, [loaded])
  // A dialog hides what is around it from screen readers, but for what is marked as live when it opens: also toasts that come later.
  return <div aria-live="off">{loaded && <loaded.Toaster onReady={onReady} />}</div>
}
