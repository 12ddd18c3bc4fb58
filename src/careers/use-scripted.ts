// Whether React has hydrated the page: false on the server and during hydration.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

export const useScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
