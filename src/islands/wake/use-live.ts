import { type RefObject, useEffect, useRef } from 'react'
import { replayInput } from './replay-input.ts'

/**
 * Sent by an island's root element once its listeners are attached (interaction.ts waits for it).
 */
const LIVE_EVENT = 'island-live'

/**
 * Reports that an island is live; every island calls this once and puts the ref on its root
 * element. Effects run after React's commit, when the island can respond; then what was pressed and
 * typed before is replayed.
 */
export function useLive<Root extends Element>(): RefObject<Root | null> {
  const root = useRef<Root>(null)
  useEffect(() => {
    root.current?.dispatchEvent(new CustomEvent(LIVE_EVENT, { bubbles: true, detail: replayInput }))
  }, [])
  return root
}
