import type { BlockList, Socket } from 'node:net'
import { isTrusted, limitKey } from './guards/forwarded.ts'

type Limits = { perAddress: number; requestsPerSocket: number; proxies: BlockList }

/** The open connections, and how many requests each has made (H5). */
export class Connections {
  #requests = new Map<Socket, number>()
  #perAddress = new Map<string, number>()
  #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Registers a connection. Trusted proxies are not counted: each speaks for many clients.
   * @returns false if its address has too many already
   */
  admit(socket: Socket): boolean {
    // For the whole life of the socket: node:http removes its own listener when it hands over a CONNECT tunnel.
    socket.on('error', ignore)
    const { remoteAddress } = socket
    const isCounted = remoteAddress !== undefined && !isTrusted(remoteAddress, this.#limits.proxies)
    const key = isCounted ? limitKey(remoteAddress) : undefined
    const count = key === undefined ? 0 : (this.#perAddress.get(key) ?? 0)
    if (count >= this.#limits.perAddress) return false
    if (key !== undefined) this.#perAddress.set(key, count + 1)
    this.#requests.set(socket, 0)
    socket.once('close', () => this.#release(socket, key))
    return true
  }

  /**
   * Counts a request. At a connection's limit node:http only announces the end, reads on, and answers 503 to
   * clients that missed the announcement; so we close the connection ourselves.
   * @returns whether the connection ends with this request
   */
  isLastRequest(socket: Socket): boolean {
    const count = (this.#requests.get(socket) ?? 0) + 1
    this.#requests.set(socket, count)
    return count >= this.#limits.requestsPerSocket
  }

  /** Closes connections that never made a request (browsers preconnect); node:http does not count them as idle. */
  closeUnused(): void {
    for (const [socket, count] of this.#requests) if (count === 0) socket.destroy()
  }

  #release(socket: Socket, key: string | undefined): void {
    this.#requests.delete(socket)
    if (key === undefined) return
    const count = (this.#perAddress.get(key) ?? 1) - 1
    if (count === 0) this.#perAddress.delete(key)
    else this.#perAddress.set(key, count)
  }
}

/** A reset connection needs no handling: `close` does the bookkeeping. */
function ignore(): void {}
