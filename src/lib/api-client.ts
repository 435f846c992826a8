/** Longest wait for an answer (S-203). */
const LIMIT_MS = 30_000

type Options = {
  /** Gives up on an answer that nobody wants any more; that is no failure. */
  signal?: AbortSignal
  /** Makes a repeated write harmless. */
  idempotencyKey?: string
}

// Each gives the body, also that of a refusal, which says `{error, msg}`; or null after logging
// a failure (S-152). What comes is outside data: whoever calls passes it through a schema.

export function get(path: string, options: Options = {}): Promise<unknown> {
  return call('GET', path, undefined, options)
}

export function post(path: string, body: unknown, options: Options = {}): Promise<unknown> {
  return call('POST', path, body, options)
}

export function put(path: string, body: unknown): Promise<unknown> {
  return call('PUT', path, body, {})
}

/** POST of files, as a form sends them. */
export function upload(path: string, body: FormData): Promise<unknown> {
  return call('POST', path, body, {})
}

/** DELETE {path}/{id}. */
export function remove(path: string, id: string, options: Options = {}): Promise<unknown> {
  return call('DELETE', `${path}/${encodeURIComponent(id)}`, undefined, options)
}

async function call(method: string, path: string, body: unknown, options: Options) {
  const { signal, idempotencyKey } = options
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
    return answer
  } catch (error) {
    if (!signal?.aborted) console.error(`${method} ${path} failed:`, error)
    return null
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
