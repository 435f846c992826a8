import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useLive } from '#islands/wake/use-live.ts'
import { pushTexts } from '#lib/texts/browser/push.ts'
import {
  $push,
  isTurning,
  loadPushState,
  type PushState,
  turnPushOff,
  turnPushOn,
} from '#stores/push.ts'

const UNKNOWN = (): PushState => 'unknown'
const WORDS: Partial<Record<PushState, string>> = {
  on: pushTexts.isOn,
  blocked: pushTexts.blocked,
  unsupported: pushTexts.unsupported,
  failed: pushTexts.failed,
}

/**
 * Turns push notifications of new orders on and off for this device; they also arrive while the
 * desk is closed.
 */
export function PushSwitch() {
  const live = useLive<HTMLElement>()
  const state = useStore($push, { ssr: UNKNOWN })
  useEffect(() => void loadPushState(), [])
  // The label of what is under way stays.
  const isOn = state === 'on' || state === 'turningOff'
  const isBusy = isTurning(state) || undefined
  // Until the state is known, or without script, a button would do nothing.
  const canTurn = state !== 'unknown' && state !== 'unsupported'
  return (
    <section
      ref={live}
      className="card mt-4 max-w-md gap-2 bg-base-100 p-4 card-border"
      aria-labelledby="push"
    >
      <h2 id="push">{pushTexts.title}</h2>
      <p className="text-sm text-muted">{pushTexts.lead}</p>
      <p className="empty:absolute" role="status">
        {WORDS[state]}
      </p>
      {canTurn && (
        <button
          type="button"
          className="btn"
          aria-busy={isBusy}
          aria-disabled={isBusy}
          onClick={() => void (isOn ? turnPushOff() : turnPushOn())}
        >
          {isOn ? pushTexts.turnOff : pushTexts.turnOn}
        </button>
      )}
    </section>
  )
}
