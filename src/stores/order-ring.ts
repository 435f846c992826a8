import { atom, onMount } from 'nanostores'
import { RING_PATH, type Waiting, WAITING_PATH, waitingSchema } from '#lib/counter/waiting.ts'

const NOTHING: Waiting = { waiting: 0, newest: '' }
export const nothingWaits = (): Waiting => NOTHING

/** The orders that nobody has accepted, told by the server; asked for where its stream is closed. */
export const $waiting = atom<Waiting>(NOTHING)

const ASK_EVERY_MS = 4000

onMount($waiting, () => {
  // Pages are rendered on the server from the same components.
  if (!('EventSource' in globalThis)) return
  let timer: number | undefined
  const take = (text: string) => {
    const parsed = waitingSchema.safeParse(parse(text))
    if (parsed.success) $waiting.set(parsed.data)
  }
  const ask = async () => {
    try {
      const response = await fetch(WAITING_PATH, { headers: { accept: 'application/json' } })
      if (response.ok) take(await response.text())
    } catch {
      // Without a network it is asked again.
    }
  }
  const source = new EventSource(RING_PATH)
  source.addEventListener('message', ({ data }: MessageEvent<string>) => take(data))
  source.addEventListener('error', () => {
    // A stream that a proxy does not let through: from now on it is asked.
    if (source.readyState === EventSource.CLOSED)
      timer ??= window.setInterval(() => void ask(), ASK_EVERY_MS)
  })
  return () => {
    source.close()
    window.clearInterval(timer)
  }
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
