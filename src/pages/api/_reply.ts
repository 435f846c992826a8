import type { APIContext } from 'astro'
import { NOTHING_HERE } from '#lib/server/http/routes.ts'
import { type QueryFault, readParameters } from '#lib/catalogue/product-query.ts'

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
