import { atom, onMount } from 'nanostores'
import { RING_PATH, type Waiting, WAITING_PATH, waitingSchema } from '#lib/counter/waiting.ts'

/**
 * How many orders nobody has accepted yet, by server-sent events or, if that stream is closed, by
 * polling; undefined until the first of them, and on the server.
 */
export const $waiting = atom<Waiting | undefined>()

/** Short enough to ring within two seconds without a stream too. */
const POLL_INTERVAL_MS = 1500
/**
 * The server sends an event at once: a stream without any by then is being held back by a proxy.
 */
const SILENT_MS = 4000

onMount($waiting, () => {
  // Server-side rendering has no `EventSource`.
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
      // The next poll tries again.
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
    // The stream is blocked by a proxy: poll from now on.
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
