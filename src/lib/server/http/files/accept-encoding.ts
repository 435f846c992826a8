export type ContentCoding = 'br' | 'gzip' | 'identity'

const known = new Map<string, ContentCoding>()

/**
 * The best encoding of ours that the client accepts, by its q-values (RFC 9110 §12.5.3). Few different
 * headers occur, so the results are cached.
 */
export function chooseEncoding(header: string | undefined): ContentCoding {
  if (!header) return 'identity'
  const kept = known.get(header)
  if (kept !== undefined) return kept
  const chosen = choose(header)
  if (known.size >= 100) known.clear()
  known.set(header, chosen)
  return chosen
}

function choose(header: string): ContentCoding {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    if (name) weights.set(name, Number.isFinite(weight) ? weight : 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const brotli = weightOf('br')
  const gzip = Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0)
  // Unless the client names it, identity ranks below any encoding that it names.
  const identity = weights.get('identity') ?? 0
  if (brotli > 0 && brotli >= gzip && brotli >= identity) return 'br'
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity'
}
