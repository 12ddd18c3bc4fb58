// Parts that are not drawn first: loaded once the page has come to rest, or when somebody wants one before that.
import { useEffect, type ComponentType, type FunctionComponent } from 'react'
import { createStore, useStored } from './hooks/value-store.ts'

const AGAIN_MS = 3000

export type Late<Props> = FunctionComponent<Props> & { preload: () => Promise<void> }

/**
 * Draws nothing while it is on its way. Unlike a lazy route it never takes the page with it: without a network it is asked for
 * again for as long as it is wanted.
 */
export function late<Props extends object>(read: () => Promise<ComponentType<Props>>): Late<Props> {
  const loaded = createStore<ComponentType<Props> | undefined>(undefined)
  let loading: Promise<void> | undefined
  const load = async () => {
    try {
      loaded.set(await read())
    } catch {
      // There is no network: nothing is lost but what would have opened.
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
