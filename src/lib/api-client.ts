/** Time limit for an answer in milliseconds (S-203). */
const LIMIT_MS = 30_000

type Options = {
  /** Cancels a call whose answer is no longer wanted; that is not logged as a failure. */
  signal?: AbortSignal
  /** Makes repeating a write harmless. */
  idempotencyKey?: string
  /** Gives null also for the answer of a server at fault (5xx), which says nothing about what was asked. */
  noFaults?: boolean
}

// Each function returns the body, also that of a refusal ({error, msg}), or null after logging a
// failure (S-152). The body is outside data, which callers pass through a schema.

/** Sends GET. */
export function get(path: string, options: Options = {}): Promise<unknown> {
  return call('GET', path, undefined, options)
}

/** Sends POST with a JSON body. */
export function post(path: string, body: unknown, options: Options = {}): Promise<unknown> {
  return call('POST', path, body, options)
}

/** Sends PUT with a JSON body. */
export function put(path: string, body: unknown): Promise<unknown> {
  return call('PUT', path, body, {})
}

/** Sends POST with files, as a form does. */
export function upload(path: string, body: FormData): Promise<unknown> {
  return call('POST', path, body, {})
}

/** Sends DELETE {path}/{id}. */
export function remove(path: string, id: string, options: Options = {}): Promise<unknown> {
  return call('DELETE', `${path}/${encodeURIComponent(id)}`, undefined, options)
}

async function call(method: string, path: string, body: unknown, options: Options) {
  const { signal, idempotencyKey, noFaults } = options
  const isForm = body instanceof FormData
  const ending = new AbortController()
  const giveUp = () => ending.abort()
  const timer = setTimeout(() => ending.abort(new Error('no answer in time')), LIMIT_MS)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: ending.signal,
    })
    const answer: unknown = await response.json()
    return noFaults && response.status > 499 ? null : answer
  } catch (error) {
    if (!signal?.aborted) console.error(`${method} ${path} failed:`, error)
    return null
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
