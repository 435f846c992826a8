import { atom, onMount } from 'nanostores'
import { RING_PATH, type Waiting, WAITING_PATH, waitingSchema } from '#lib/counter/waiting.ts'

const NOTHING: Waiting = { waiting: 0, newest: '' }
export const nothingWaits = (): Waiting => NOTHING

/** The orders that nobody has accepted, told by the server; asked for where its stream is closed. */
export const $waiting = atom<Waiting>(NOTHING)

/** So that it rings within two seconds without a stream, too. */
const POLL_INTERVAL_MS = 1500
/** The first event comes at once: a stream without one is held back by a proxy. */
const SILENT_MS = 4000

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
  const askOften = () => {
    void ask()
    timer ??= window.setInterval(() => void ask(), POLL_INTERVAL_MS)
  }
  const silence = window.setTimeout(askOften, SILENT_MS)
  const askNoMore = () => {
    window.clearTimeout(silence)
    window.clearInterval(timer)
    timer = undefined
  }
  const source = new EventSource(RING_PATH)
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    askNoMore()
    take(data)
  })
  source.addEventListener('error', () => {
    // A stream that a proxy does not let through: from now on it is asked.
    if (source.readyState === EventSource.CLOSED) askOften()
  })
  return () => {
    source.close()
    askNoMore()
  }
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
