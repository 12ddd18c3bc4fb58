// Parts that are not drawn first: loaded once the page has come to rest, or when somebody wants one before that.
import { useEffect, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react'

const AGAIN_MS = 3000

export type Late<Props> = FunctionComponent<Props> & { preload: () => Promise<void> }

/**
 * Draws nothing while it is on its way. Unlike a lazy route it never takes the page with it: without a network it is asked for
 * again for as long as it is wanted.
 */
export function late<Props extends object>(read: () => Promise<ComponentType<Props>>): Late<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const watchers = new Set<() => void>()
  const watch = (told: () => void) => {
    watchers.add(told)
    return () => void watchers.delete(told)
  }
  const load = async () => {
    try {
      loaded = await read()
      for (const told of watchers) told()
    } catch {
      // There is no network: nothing is lost but what would have opened.
    } finally {
      loading = undefined
    }
  }
  const preload = () => (loaded ? Promise.resolve() : (loading ??= load()))

  function Part(props: Props) {
    const Loaded = useSyncExternalStore(watch, () => loaded)
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
