import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML and during hydration, true from then on. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
