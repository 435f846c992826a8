import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * What happens to data the shop sends; `lost` means that it takes effect, but the answer never
 * arrives.
 */
type Fault = 'pass' | 'cut' | 'lost'

/** A network between shop and PostgreSQL that a test can break (F37). */
export class PostgresProxy {
  /** Decides about data that the shop sends. */
  onSent: (text: string) => Fault = () => 'pass'
  url = ''
  #pairs = new Set<[Socket, Socket]>()
  #server: Server

  private constructor({ port, hostname }: URL) {
    this.#server = createServer((shop) => {
      const database = connect(Number(port), hostname)
      const pair: [Socket, Socket] = [shop, database]
      this.#pairs.add(pair)
      shop.on('data', (sent) => this.#send(pair, sent))
      database.pipe(shop)
      for (const socket of pair) {
        socket.on('error', () => {})
        socket.on('close', () => this.#cut(pair))
      }
    })
  }

  static async open(target: string): Promise<PostgresProxy> {
    const url = new URL(target)
    const proxy = new PostgresProxy(url)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    const address = proxy.#server.address()
    url.port = String(typeof address === 'object' ? address?.port : 0)
    proxy.url = url.href
    return proxy
  }

  /** Ends all connections, as a restart of the database does. */
  cutAll(): void {
    for (const pair of this.#pairs) this.#cut(pair)
  }

  /** Lets nothing through without telling anybody, until the returned function is called. */
  openBlackHole(): () => void {
    const pairs = [...this.#pairs]
    for (const socket of pairs.flat()) socket.pause()
    return () => pairs.flat().forEach((socket) => socket.resume())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutAll()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #send(pair: [Socket, Socket], sent: Buffer): void {
    const [shop, database] = pair
    const fault = this.onSent(sent.toString('latin1'))
    if (fault === 'cut') return this.#cut(pair)
    if (fault === 'lost') {
      database.unpipe(shop)
      database.once('data', () => this.#cut(pair)).resume()
    }
    database.write(sent)
  }

  #cut(pair: [Socket, Socket]): void {
    this.#pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
}
