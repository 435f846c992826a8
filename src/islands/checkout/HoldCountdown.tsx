import { useState, useSyncExternalStore } from 'react'
import { formatTime } from '#lib/dates.ts'
import { checkoutMessages } from '#lib/texts/browser/checkout.ts'

const MINUTE_MS = 60_000
const LOOK_MS = 5000

function everySoOften(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}

type Props = { until: number; leftMs: number }

/**
 * Says calmly how long the products are kept: by the minute, without a voice or a colour. The phone's
 * clock may be wrong: it only measures what has gone by; unlike `performance.now` it runs on in sleep.
 */
export function HoldCountdown({ until, leftMs }: Props) {
  const [end] = useState(() => Date.now() + leftMs)
  const minutes = useSyncExternalStore(
    everySoOften,
    () => Math.max(0, Math.ceil((end - Date.now()) / MINUTE_MS)),
    () => undefined,
  )
  return <p className="text-sm text-muted">{wordsOf(until, minutes)}</p>
}

function wordsOf(until: number, minutes: number | undefined): string {
  if (minutes === undefined) return checkoutMessages.heldUntil(formatTime(until))
  return minutes > 0 ? checkoutMessages.heldFor(minutes) : checkoutMessages.holdOver
}
