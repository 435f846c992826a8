import { escapeHtml } from '#lib/escape-html.ts'

/** An element with its content; what only looks like its start, in an attribute, is left alone. */
const ELEMENT = /<(script|noscript)\b[^<>]*>[^<]*(?:<(?!\/?\1\b)[^<]*)*<\/\1>/gi

/** A page for looking at only: without scripts, and `inert`, so that nothing can be pressed. */
export function inertPage(html: string): string {
  return html
    .replace(ELEMENT, '')
    .replace(/<link rel="(?:canonical|modulepreload|manifest)"[^>]*>/g, '')
    .replace(/<\/?astro-(?:island|slot|static-slot)\b[^>]*>/g, '')
    .replace(/<meta name="robots"[^>]*>/, '<meta name="robots" content="noindex, nofollow">')
    .replace(/<body\b/, '<body inert')
}

/** The page of a frame that has only a message to show. */
export function framedNote(title: string, text: string): string {
  const style =
    'body{margin:0;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif;text-align:center}'
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style>`
  const body = `<main><p>${escapeHtml(text)}</p></main>`
  return `<!doctype html><html lang="en-IN"><head>${head}</head><body>${body}</body></html>`
}
