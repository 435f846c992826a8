import type { APIContext } from 'astro'
import { type QueryFault, readParameters } from '#lib/catalogue/product-query.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import type { Flash } from '#lib/browser/flash.ts'
import { flashCookie } from '#lib/server/http/cookies.ts'
import { type RefusedForm, formCookie } from '#lib/server/http/form-cookie.ts'
import { NOTHING_HERE } from '#lib/server/http/routes.ts'

/** The part of Astro's context that endpoints use. */
export type Context = Pick<APIContext, 'locals' | 'params' | 'request' | 'url'>

/** A JSON answer. The server sets how long it may be cached (H12). */
export function reply(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } })
}

/** A refusal in the form that the whole API uses. */
export function refuse(
  status: number,
  msg: string,
  headers: Record<string, string> = {},
): Response {
  return reply({ error: true, msg }, status, headers)
}

/** Answers 400 to a query parameter that is not valid. */
export function refuseQuery({ msg, field }: QueryFault): Response {
  return reply({ error: true, msg, field }, 400)
}

/** Answers 404. */
export const notFound = (): Response => reply(NOTHING_HERE, 404)

/** An endpoint that returns a whole resource and takes no parameters. */
export function readWhole(read: (context: Context) => Promise<unknown>) {
  return async (context: Context): Promise<Response> => {
    const params = readParameters(context.url.searchParams, [], { isStrict: true })
    return params.ok ? reply(await read(context)) : refuseQuery(params.error)
  }
}

/** A refused form: its screen, what was typed and which fields are wrong. */
type Refused = RefusedForm & { path: string }

/** Answers with JSON and a status; or, for a form, with a redirect and the message. */
export function answerForm(
  { request, locals }: Context,
  status: number,
  answer: { error: boolean; msg: string; [more: string]: unknown },
  next: string,
  refused?: Refused,
): Response {
  const { msg, error } = answer
  if (!isForm(request)) return reply(answer, status)
  locals.refusedWith = status
  return redirectTo(next, { msg, error }, refused)
}

/** Headings beside which a page shows the answer to its form (Flash.astro). */
const ANSWERED_AT = /#(?:account-title|newsletter-title|order-title|product-title|write)$/

/**
 * Redirects a form to its next page. Without a text there is no message (S-122). If the address
 * names a heading of that page, the heading gets the focus.
 */
export function redirectTo(next: string, said?: Flash, refused?: Refused): Response {
  const headers = new Headers({ location: next })
  const isBeside = ANSWERED_AT.test(next) || undefined
  if (said?.msg) headers.append('set-cookie', flashCookie({ ...said, isBeside }))
  if (refused) {
    const { path, values, faulty } = refused
    headers.append('set-cookie', formCookie(path, { values, faulty }))
  }
  return new Response(null, { status: 303, headers })
}

/** The text fields of a form, for its page to show again; empty ones are left out. */
export function textsOf(typed: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== ''
  return Object.fromEntries(Object.entries(typed).filter(isText))
}
