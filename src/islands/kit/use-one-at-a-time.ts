import { useRef } from 'react'

/**
 * Runs one task at a time and ignores further ones meanwhile. A ref, not state: two presses made
 * before hydration are replayed together and see the same rendered state (replay-input.ts).
 */
export function useOneAtATime(): (work: () => Promise<unknown>) => void {
  const isAtWork = useRef(false)
  return (work) => {
    if (isAtWork.current) return
    isAtWork.current = true
    void work().finally(() => (isAtWork.current = false))
  }
}
