import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect, BlockList, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RenderVisit } from '#lib/server/http/dynamic.ts'
import { openLog } from '#lib/server/http/log.ts'
import { type ServerOptions, startServer } from '#lib/server/http/server.ts'

export const PAGE = `<!doctype html><title>Shop</title><style>p{color:red}</style><script>let a=1</script>${'<p>atta</p>'.repeat(200)}`

type Options = Partial<Omit<ServerOptions, 'publicUrl'>> & { publicUrl?: string }

/** Runs a server over a folder of its own, with `render` in place of the app. */
export async function openServer(render: RenderVisit, options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'http-'))
  const folders = {
    site: join(folder, 'site'),
    client: join(folder, 'client'),
    uploads: join(folder, 'uploads'),
  }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    return join(folder, path)
  }
  write('site/index.html', PAGE)
  write('site/404.html', '<!doctype html><h1>Not found</h1>')
  const lines: string[] = []
  const log = openLog('info', { write: (text) => lines.push(text) })
  // The port is not known yet, but Host does not depend on it.
  const publicUrl = new URL(options.publicUrl ?? 'http://localhost:4321')
  const server = await startServer({
    port: 0,
    host: '127.0.0.1',
    trustedProxies: new BlockList(),
    rateScale: 1,
    folders,
    log,
    render,
    finishPage: (html) => html,
    isOurScript: (text) => text === 'let a=1',
    readiness: async () => ({ lagMs: 0 }),
    isCountry: (name) => name === 'India',
    isTrial: false,
    ...options,
    publicUrl,
  })
  return {
    ...server,
    host: publicUrl.host,
    lines,
    write,
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof openServer>>

export type Ask = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
export type Reply = {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

/** Sends one request exactly as given, on a connection of its own. */
export function ask(
  { port, host }: Pick<TestServer, 'port' | 'host'>,
  path: string,
  { method = 'GET', headers = {}, body }: Ask = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const all = { host, ...length, ...headers }
    const req = request({ port, host: '127.0.0.1', path, method, headers: all, agent: false })
    req.on('error', reject)
    req.on('response', (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const { statusCode: status = 0, headers } = res
        resolve({ status, headers, body: bytes, text: bytes.toString() })
      })
    })
    req.end(body)
  })
}

/**
 * Writes text to a raw connection.
 * @returns what came back until the server closed it
 */
export function talk({ port }: Pick<TestServer, 'port'>, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  return untilClosed(socket)
}

/** Everything that a connection receives until either side closes it. */
export function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => (received += text))
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
}

/** An app that answers with the request it got. */
export const echo: RenderVisit = async (request, visit) => {
  const { pathname, search } = new URL(request.url)
  const asked = { method: request.method, url: request.url, pathname, search, ...visit }
  if (pathname.startsWith('/api/')) return Response.json(asked)
  const html = `<!doctype html><p>${JSON.stringify(asked)}</p>`
  return new Response(html, { headers: { 'content-type': 'text/html' } })
}
