import type { BlockList, Socket } from 'node:net'
import { isTrusted, limitKey } from './guards/forwarded.ts'

type Limits = { perAddress: number; requestsPerSocket: number; proxies: BlockList }

/** The open connections, and how many requests each has brought (H5). */
export class Connections {
  #requests = new Map<Socket, number>()
  #perAddress = new Map<string, number>()
  #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Takes a connection in, unless its address has its share of them already; trusted proxies speak
   * for many and are not counted.
   */
  admit(socket: Socket): boolean {
    // From here to its end: node:http takes its own listener off for a tunnel, and lets go of it.
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
   * Counts a request. node:http only announces the end of a connection that has had its share and
   * goes on reading, and then answers 503 to clients that overlooked it; so the end is made here.
   * @returns whether the connection ends with this request
   */
  isLastRequest(socket: Socket): boolean {
    const count = (this.#requests.get(socket) ?? 0) + 1
    this.#requests.set(socket, count)
    return count >= this.#limits.requestsPerSocket
  }

  /** Closes those that were opened ahead and never used; node:http does not count them as idle. */
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

/** Whoever resets a connection has said all there is to say; its end is noted by `close`. */
function ignore(): void {}
