import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the HTML and while React takes it over, true from then on. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
