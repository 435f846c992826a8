import type { APIContext } from 'astro'
import { type QueryFault, readParameters } from '#lib/catalogue/product-query.ts'
import { isForm } from '#lib/server/http/body/is-form.ts'
import type { Flash } from '#lib/browser/flash.ts'
import { flashCookie } from '#lib/server/http/cookies.ts'
import { type FailedForm, formCookie } from '#lib/server/http/form-cookie.ts'
import { NOTHING_HERE } from '#lib/server/http/routes.ts'

/** What an endpoint of ours reads of its context. */
export type Context = Pick<APIContext, 'locals' | 'params' | 'request' | 'url'>

/** An answer of the API; how long it may be kept is the server's to say (H12). */
export function reply(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } })
}

/** A refusal as all of the API words it. */
export function refuse(
  status: number,
  msg: string,
  headers: Record<string, string> = {},
): Response {
  return reply({ error: true, msg }, status, headers)
}

export function refuseQuery({ msg, field }: QueryFault): Response {
  return reply({ error: true, msg, field }, 400)
}

export const notFound = (): Response => reply(NOTHING_HERE, 404)

/** A resource that is read whole, and takes no parameters. */
export function readWhole(read: (context: Context) => Promise<unknown>) {
  return async (context: Context): Promise<Response> => {
    const params = readParameters(context.url.searchParams, [], { isStrict: true })
    return params.ok ? reply(await read(context)) : refuseQuery(params.error)
  }
}

/** A refused form: the screen that it goes back to, with what was typed and what is wrong. */
type Refused = FailedForm & { path: string }

/** JSON with its status; or, for a form, the way to the next page with the message. */
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

/** Headings beside which a page shows what its form was answered (Flash.astro). */
const ANSWERED_AT = /#(?:account-title|newsletter-title|order-title|product-title|write)$/

/**
 * The way of a form to its next page; nothing is said where nothing happened (S-122). Where it leads to a heading of
 * that page, the heading takes the focus.
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

/** What was typed into a form, for its page to show again; an empty field is empty there. */
export function textsOf(typed: Record<string, unknown>): Record<string, string> {
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== ''
  return Object.fromEntries(Object.entries(typed).filter(isText))
}
