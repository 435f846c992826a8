import { finishPieces, type Part, type Pieces } from './page-pieces.ts'

/** Makes a page of what the app has rendered. Far cheaper here than inside Astro's renderer. */
export function finishPage(html: string): string {
  const shared = new Map<string, Part>()
  return compose(finishPieces(html, shared), (key) => shared.get(key)?.html ?? '')
}

/** Puts the shared parts into the gaps of a page's own text. */
export function compose({ texts, parts }: Pieces, htmlOf: (key: string) => string): string {
  let html = texts[0] ?? ''
  for (const [at, key] of parts.entries()) html += htmlOf(key) + (texts[at + 1] ?? '')
  return html
}
