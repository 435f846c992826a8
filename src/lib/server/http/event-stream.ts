import { MINUTE_MS } from '#lib/server/durations.ts'
import type { Exchange } from './answer.ts'
import type { EventStream, Front } from './front-state.ts'
import { NO_PAGE_POLICY, PERSONAL, securityHeaders } from './headers.ts'

/** Keeps proxies, and our own idle limit, from closing a silent stream. */
const HEARTBEAT_INTERVAL_MS = 10_000
/** How often to check whether the server is stopping. */
const POLL_INTERVAL_MS = 500
/** After this long the stream ends; the browser reconnects, and its session is checked again. */
const MAX_MS = 10 * MINUTE_MS
const RETRY_AFTER_MS = 2000

/** Sends events until the browser disconnects, the server stops, or `MAX_MS` is over. */
export function streamEvents(
  front: Front,
  { req, res, path }: Exchange,
  stream: EventStream,
): void {
  const kind = { path, policy: NO_PAGE_POLICY }
  res.writeHead(200, [
    ...['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', PERSONAL],
    ...['X-Accel-Buffering', 'no', ...securityHeaders(front, kind)],
  ])
  res.write(`retry: ${RETRY_AFTER_MS}\n\n`)
  if (req.method === 'HEAD') {
    res.end()
    return
  }
  const startedAt = performance.now()
  let beatAt = startedAt
  const end = () => {
    clearInterval(look)
    leave()
    if (!res.writableEnded) res.end()
  }
  const look = setInterval(() => {
    const now = performance.now()
    if (front.isStopping || now - startedAt > MAX_MS) return end()
    if (now - beatAt < HEARTBEAT_INTERVAL_MS) return
    beatAt = now
    res.write(':\n\n')
  }, POLL_INTERVAL_MS)
  look.unref()
  const leave = stream.listen((data) => res.write(`data: ${data}\n\n`))
  res.on('close', end).on('error', end)
}
