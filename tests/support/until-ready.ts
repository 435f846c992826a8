import { vi } from 'vitest'

/** Waits until a shop that accepts connections has also published all its pages. */
export async function untilReady(origin: string): Promise<void> {
  const look = async () => {
    const { ok, status } = await fetch(`${origin}/readyz`)
    if (!ok) throw new Error(`The shop is not ready: ${status}`)
  }
  await vi.waitFor(look, { timeout: 60_000, interval: 100 })
}
