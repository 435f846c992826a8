import { type RefObject, useEffect, useRef } from 'react'
import { replayInput } from './replay-input.ts'

/** Said by an island's root element once its listeners stand (interaction.ts waits for it). */
const LIVE_EVENT = 'island-live'

/**
 * Every island calls this once, with the ref on its root element. Effects run after React has
 * committed, when the island answers: then what was pressed and typed before is brought to it.
 */
export function useLive<Root extends Element>(): RefObject<Root | null> {
  const root = useRef<Root>(null)
  useEffect(() => {
    root.current?.dispatchEvent(new CustomEvent(LIVE_EVENT, { bubbles: true, detail: replayInput }))
  }, [])
  return root
}
