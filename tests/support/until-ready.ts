import { expect } from 'vitest'

/** Waits until a shop that has opened its doors has published all of its pages, too. */
export async function untilReady(origin: string): Promise<void> {
  const status = () =>
    fetch(`${origin}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
}
