import { useState, useSyncExternalStore } from 'react'
import { formatTime } from '#lib/dates.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'

const MINUTE_MS = 60_000
const LOOK_MS = 5000

function subscribeToClock(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}

type Props = { until: number; leftMs: number }

/**
 * Says calmly how long the products are held: by the minute, without announcement or colour. The
 * device's clock may be wrong, so it only measures the time elapsed; unlike `performance.now` it
 * goes on during sleep.
 */
export function HoldCountdown({ until, leftMs }: Props) {
  const [end] = useState(() => Date.now() + leftMs)
  const minutes = useSyncExternalStore(
    subscribeToClock,
    () => Math.max(0, Math.ceil((end - Date.now()) / MINUTE_MS)),
    () => undefined,
  )
  return <p className="text-sm text-muted">{wordsOf(until, minutes)}</p>
}

function wordsOf(until: number, minutes: number | undefined): string {
  if (minutes === undefined) return checkoutTexts.heldUntil(formatTime(until))
  return minutes > 0 ? checkoutTexts.heldFor(minutes) : checkoutTexts.holdOver
}
