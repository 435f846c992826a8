/** The few headers that decide most requests. */
export type QuickHeaders = {
  host: string | undefined
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
  cookie: string | undefined
  /** The request has a body, or one of the above twice: it needs the full treatment. */
  isUnusual: boolean
}

/**
 * Reads these headers straight from the parser's list: `req.headers` would first build an object of all of
 * them, which costs a published page a tenth of its throughput.
 */
export function readQuickly(raw: string[]): QuickHeaders {
  const found: QuickHeaders = {
    host: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    cookie: undefined,
    isUnusual: false,
  }
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const { length } = name
    if (length !== 4 && length !== 6 && (length < 13 || length > 17)) continue
    note(found, name.toLowerCase(), raw[at + 1] ?? '')
  }
  return found
}

function note(found: QuickHeaders, name: string, value: string): void {
  switch (name) {
    case 'host':
      if (found.host !== undefined) found.isUnusual = true
      found.host = value
      break
    case 'accept-encoding':
      if (found.acceptEncoding !== undefined) found.isUnusual = true
      found.acceptEncoding = value
      break
    case 'if-none-match':
      if (found.ifNoneMatch !== undefined) found.isUnusual = true
      found.ifNoneMatch = value
      break
    case 'cookie':
      if (found.cookie !== undefined) found.isUnusual = true
      found.cookie = value
      break
    case 'content-length':
    case 'content-encoding':
    case 'expect':
    case 'transfer-encoding':
      found.isUnusual = true
      break
    // The value that a proxy sets for each request that it received over https.
    case 'x-forwarded-proto':
      if (value !== 'https') found.isUnusual = true
  }
}
