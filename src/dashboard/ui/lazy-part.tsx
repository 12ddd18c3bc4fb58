// Components that the first render does not need: loaded once the page is idle, or when they are needed before that.
import { useEffect, type ComponentType, type FunctionComponent } from 'react'
import { createStore, useStored } from './hooks/value-store.ts'

const AGAIN_MS = 3000

export type Late<Props> = FunctionComponent<Props> & { preload: () => Promise<void> }

/**
 * Renders nothing while it is loading. Unlike a lazy route it never suspends the page: without a network it retries for
 * as long as it is needed.
 */
export function late<Props extends object>(read: () => Promise<ComponentType<Props>>): Late<Props> {
  const loaded = createStore<ComponentType<Props> | undefined>(undefined)
  let loading: Promise<void> | undefined
  const load = async () => {
    try {
      loaded.set(await read())
    } catch {
      // There is no network: only this part is missing.
    } finally {
      loading = undefined
    }
  }
  const preload = () => (loaded.get() ? Promise.resolve() : (loading ??= load()))

  function Part(props: Props) {
    const Loaded = useStored(loaded)
    const isThere = Loaded !== undefined
    useEffect(() => {
      if (isThere) return
      void preload()
      const again = setInterval(() => void preload(), AGAIN_MS)
      return () => clearInterval(again)
    }, [isThere])
    return Loaded && <Loaded {...props} />
  }
  return Object.assign(Part, { preload })
}
