import { createServer, type Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { Connections } from './connections.ts'
import { ReadyResponse } from './files/ready-response.ts'
import { handle, openFront } from './front.ts'
import type { Front, FrontOptions } from './front-state.ts'
import { answerParserError, answerRaw } from './raw-answer.ts'
import { ALL_METHODS } from './guards/request-guard.ts'

/** The limits of node:http (H5); tests make them shorter. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  maxHeadersCount: 100,
  maxRequestsPerSocket: 1_000,
  maxConnections: 2_000,
  socketsPerAddress: 100,
  idleMs: 30_000,
  stopMs: 10_000,
}

export type ServerOptions = FrontOptions & {
  port: number
  host: string
  limits?: Partial<typeof LIMITS>
}

export type RunningServer = {
  port: number
  front: Front
  /** Stops accepting, lets what is under way finish, and closes. */
  stop: () => Promise<void>
}

/** Starts listening. @throws an error with the system's code, such as EADDRINUSE */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const limits = { ...LIMITS, ...options.limits }
  const connections = new Connections({
    perAddress: Math.max(1, Math.floor(limits.socketsPerAddress * options.rateScale)),
    requestsPerSocket: limits.maxRequestsPerSocket,
    proxies: options.trustedProxies,
  })
  const front = openFront(options, connections)
  const server = createServer({
    ServerResponse: ReadyResponse,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    maxHeaderSize: limits.maxHeaderSize,
    // A missing Host gets our own 400, with our headers.
    requireHostHeader: false,
    insecureHTTPParser: false,
    // Nearly all requests have no body: no stream is set up for theirs.
    optimizeEmptyRequests: true,
    noDelay: true,
  })
  server.maxHeadersCount = limits.maxHeadersCount
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket
  server.maxConnections = limits.maxConnections
  server.setTimeout(limits.idleMs)
  listenTo(server, front)
  const port = await listen(server, options.port, options.host)
  return { port, front, stop: () => stop(server, front, limits.stopMs) }
}

function listenTo(server: Server, front: Front): void {
  server.on('connection', (socket: Socket) => {
    if (!front.connections.admit(socket)) socket.destroy()
  })
  server.on('request', (req, res) => handle(front, req, res))
  // `100 Continue` is sent only once the body is going to be read.
  server.on('checkContinue', (req, res) => handle(front, req, res))
  server.on('checkExpectation', (req, res) => handle(front, req, res))
  server.on('clientError', (error, socket) => answerParserError(error, socket, front))
  server.on('connect', (_req, socket) => {
    answerRaw(socket, { status: 405, allow: ALL_METHODS }, front)
  })
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** How long idle connections stay open when stopping: a request may be under way on one. */
const GRACE_MS = 200
const POLL_INTERVAL_MS = 50

/**
 * Stops accepting at once. From now on each answer ends its connection; idle connections are closed after
 * `GRACE_MS`, and those not done after `stopMs` are cut off (F49).
 */
function stop(server: Server, front: Front, stopMs: number): Promise<void> {
  front.isStopping = true
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const look = setInterval(() => {
      const passed = performance.now() - startedAt
      // After a look at what has come in: a thread that stood still finds its timers before its requests.
      if (passed > GRACE_MS) setImmediate(closeIdle, server, front)
      if (passed > stopMs) server.closeAllConnections()
    }, POLL_INTERVAL_MS)
    // Not http's own `close`, which closes idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearInterval(look)
      resolve()
    })
  })
}

function closeIdle(server: Server, { connections }: Front): void {
  server.closeIdleConnections()
  connections.closeUnused()
}
