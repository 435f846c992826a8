import type { APIContext } from 'astro'
import { type QueryFault, readParameters } from '#lib/catalogue/product-query.ts'

/** What an endpoint of ours reads of its context. */
export type Asked = Pick<APIContext, 'locals' | 'params' | 'request' | 'url'>
type Endpoint = (context: Asked) => Promise<Response>

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

export const notFound = (): Response => refuse(404, 'There is nothing at this address')

/** The methods of a resource that can only be read. */
export function readOnly(read: Endpoint) {
  return { GET: read, HEAD: read, ALL: onlyMethods('GET, HEAD') }
}

/** A resource that can only be read, and takes no parameters. */
export function readWhole(read: (context: Asked) => Promise<unknown>) {
  return readOnly(async (context) => {
    const params = readParameters(context.url.searchParams, [], { isStrict: true })
    return params.ok ? reply(await read(context)) : refuseQuery(params.error)
  })
}

/** Refuses every other method (H5). */
export function onlyMethods(allow: string): Endpoint {
  return async ({ request }) => refuse(405, `${request.method} is not possible here`, { allow })
}
