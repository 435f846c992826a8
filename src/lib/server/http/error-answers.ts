import { STATUS_CODES } from 'node:http'
import type { Answer } from './answer.ts'
import { pagePolicy } from './guards/csp.ts'
import { PERSONAL } from './headers.ts'
import type { HttpRefusal } from './guards/request-guard.ts'
import { serverAnswers } from '#lib/texts/page/server-answers.ts'

type Failure = HttpRefusal & { isJson: boolean; id?: string; retryAfter?: number }

/** An error: JSON for the API, else a small page that depends on nothing else in the shop. */
export function errorAnswer(failure: Failure, isHttps: boolean): Answer {
  const { status, msg, isJson, allow, id, retryAfter } = failure
  const html = isJson ? '' : errorPage(status, msg, id)
  const headers: string[] = []
  if (allow !== undefined) headers.push('Allow', allow)
  if (retryAfter !== undefined) headers.push('Retry-After', String(retryAfter))
  if (id !== undefined) headers.push('X-Request-Id', id)
  return {
    status,
    type: isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    body: Buffer.from(isJson ? JSON.stringify({ error: true, msg }) : html),
    cacheControl: PERSONAL,
    headers,
    ...(!isJson && { policy: pagePolicy(html, isHttps, () => false) }),
  }
}

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f7f8f5;color:#1d2a1f;font:16px/1.6 system-ui,sans-serif}
main{max-width:34rem;margin:1rem;padding:2.5rem;background:#fff;border:1px solid #e3e8df;border-radius:1rem}
h1{margin:0 0 .5rem;font-size:1.6rem;line-height:1.2}p{margin:.5rem 0}
a{display:inline-block;margin-top:1rem;padding:.6rem 1.2rem;border-radius:.6rem;background:#1f6b3a;color:#fff;text-decoration:none}
small{color:#5a665c}`

/** Title and message are our own texts: nothing from the request is echoed. */
function errorPage(status: number, msg: string, id: string | undefined): string {
  const title = serverAnswers.titles[status] ?? STATUS_CODES[status] ?? serverAnswers.fault
  const number = id === undefined ? '' : `<p><small>${serverAnswers.requestNumber(id)}</small></p>`
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${msg}</p>${number}<a href="/">${serverAnswers.toShop}</a></main></body></html>`
}
