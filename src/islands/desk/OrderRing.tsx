import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useLive } from '#islands/wake/use-live.ts'
import type { Waiting } from '#lib/counter/waiting.ts'
import { ringTexts } from '#lib/texts/browser/order-ring.ts'
import { $waiting } from '#stores/order-ring.ts'
import { ringBell } from './ring-sound.ts'

const RING_EVERY_MS = 4000

const untold = () => undefined

/**
 * Rings at the desk while an order is waiting, until somebody accepts it or silences the bell.
 * @param start what waited when the page was made
 */
export function OrderRing({ start }: { start: Waiting }) {
  const live = useLive<HTMLDivElement>()
  const { waiting, newest } = useStore($waiting, { ssr: untold }) ?? start
  const [quietFor, setQuietFor] = useState('')
  const isRinging = waiting > 0 && quietFor !== newest
  useEffect(() => {
    if (!isRinging) return
    ringBell()
    const timer = setInterval(ringBell, RING_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRinging, newest])
  return (
    <div ref={live} role="status" className="z-20 tall:sticky tall:top-0">
      {waiting > 0 && (
        <div className="mb-3 alert flex flex-wrap items-center alert-warning">
          <b className="grow basis-40">{ringTexts.waiting(waiting)}</b>
          <div className="flex gap-2">
            <button
              type="button"
              className="btn noscript:hidden"
              // Not taken away: it may have the focus.
              aria-disabled={!isRinging}
              onClick={() => setQuietFor(newest)}
            >
              {ringTexts.quiet}
            </button>
            <a className="btn btn-primary" href="/desk/orders?state=new">
              {ringTexts.look}
            </a>
          </div>
        </div>
      )}
    </div>
  )
}
