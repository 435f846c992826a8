import { useRef } from 'react'

/**
 * Does one thing at a time. Two presses that came before an island was live are repeated together and see the same
 * rendered state (replay-input.ts), so what is rendered cannot tell.
 */
export function useOneAtATime(): (work: () => Promise<unknown>) => void {
  const isAtWork = useRef(false)
  return (work) => {
    if (isAtWork.current) return
    isAtWork.current = true
    void work().finally(() => (isAtWork.current = false))
  }
}
