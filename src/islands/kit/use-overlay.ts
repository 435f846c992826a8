import { useState } from 'react'
import { CART_OVERLAY_MS } from '#lib/limits.ts'
import type { Outcome } from '#stores/send-changes.ts'

/**
 * The overlay over a list: it stands about 500 ms over each change, and when the shop has answered
 * the list is asked for anew (S-121, S-128).
 */
export function useOverlay(refresh: () => Promise<void>) {
  const [count, setCount] = useState(0)
  const follow = async (work: Promise<Outcome>) => {
    setCount((before) => before + 1)
    setTimeout(() => setCount((before) => before - 1), CART_OVERLAY_MS)
    const { status } = await work
    if (status === 'answered') await refresh()
  }
  return { isBusy: count > 0, follow }
}
