// Whether React has taken over: false in the server's markup and while that markup is being adopted.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

export const useScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
