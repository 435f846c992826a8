import type { CartItem } from '#lib/cart/cart.ts'
import { type ShopperCalls, said } from './shoppers.ts'

/** A shopper's action on a device: on the line of a product, as the device shows it. */
export type Act = { product: string; kind: 'add' | 'change' | 'remove'; by: number }

/** What the network does to a device's next request. */
export type Fate = 'answered' | 'dropped' | 'answerLost' | 'doubledLater' | 'doubledAtOnce'

type Call = { key: string; product: string; id: string | undefined } & (
  | { kind: 'add'; quantity: number }
  | { kind: 'change'; quantity: number; was: number }
  | { kind: 'remove'; was: number }
)

/** A request that was given up or answered already, and will still arrive. */
export type Late = { call: Call; send: () => Promise<unknown> }

/** A browser's queue that follows the rules of docs/cart.md, over real calls to the server. */
export class Device {
  #shopper: ShopperCalls
  #name: string
  #queue: Call[] = []
  #known: { revision: number; cart: CartItem[] } = { revision: 0, cart: [] }
  #count = 0
  #onSent: (call: Call) => void

  constructor(name: string, shopper: ShopperCalls, onSent: (call: Call) => void) {
    this.#name = name
    this.#shopper = shopper
    this.#onSent = onSent
  }

  get isIdle(): boolean {
    return this.#queue.length === 0
  }

  /** Product and quantity of each line, as last received from the server. */
  get cart(): Record<string, number> {
    return Object.fromEntries(this.#known.cart.map((item) => [item.productid, item.quantity]))
  }

  /** Acts on what the device shows: the known cart with the unsent actions applied. */
  act({ product, kind, by }: Act): void {
    const { quantity: was, id } = this.#shown(product)
    const head = { key: `${this.#name}-${(this.#count += 1)}`, product, id }
    if (kind === 'add') this.#queue.push({ ...head, kind, quantity: by })
    else if (was === 0) return
    else if (kind === 'change') this.#queue.push({ ...head, kind, quantity: was + by, was })
    else this.#queue.push({ ...head, kind, was })
  }

  /**
   * Sends the first call in the queue.
   * @returns a call that will arrive once more, later
   */
  async send(fate: Fate): Promise<Late | undefined> {
    const call = this.#resolve(this.#queue[0])
    if (!call) {
      this.#queue.shift()
      return undefined
    }
    if (fate === 'dropped') return undefined
    const answers = await Promise.all(
      Array.from({ length: fate === 'doubledAtOnce' ? 2 : 1 }, () => this.#ask(call)),
    )
    if (fate === 'answerLost') return undefined
    this.#queue.shift()
    for (const { cart, revision } of answers) this.#learn(cart, revision)
    return fate === 'doubledLater' ? { call, send: () => this.#ask(call) } : undefined
  }

  async refresh(): Promise<void> {
    const response = await this.#shopper.getCart()
    this.#learn(await response.json(), Number(response.headers.get('x-cart-revision')))
  }

  #ask(call: Call) {
    this.#onSent(call)
    const { key } = call
    if (call.kind === 'add') {
      return said(this.#shopper.add({ productid: call.product, quantity: call.quantity }, { key }))
    }
    const id = call.id ?? ''
    if (call.kind === 'remove') return said(this.#shopper.remove(id, { was: call.was }, { key }))
    return said(this.#shopper.change(id, { quantity: call.quantity, was: call.was }, { key }))
  }

  /**
   * Looks up the id of a line that did not exist when the shopper acted; undefined if the line is
   * gone.
   */
  #resolve(call: Call | undefined): Call | undefined {
    if (!call || call.kind === 'add') return call
    const id = call.id ?? this.#known.cart.find(({ productid }) => productid === call.product)?._id
    if (id === undefined) return undefined
    call.id = id
    return call
  }

  #learn(cart: CartItem[] | undefined, revision: number | undefined): void {
    if (!cart || revision === undefined || revision < this.#known.revision) return
    this.#known = { revision, cart }
  }

  #shown(product: string): { quantity: number; id: string | undefined } {
    const item = this.#known.cart.find(({ productid }) => productid === product)
    let quantity = item?.quantity ?? 0
    let id = item?._id
    for (const call of this.#queue.filter((waiting) => waiting.product === product)) {
      if (call.kind === 'remove') [quantity, id] = [0, undefined]
      else if (call.kind === 'add') quantity += call.quantity
      else quantity = call.quantity
    }
    return { quantity, id }
  }
}

/**
 * What the cart must be according to the rules, given the order in which calls first reach the
 * server.
 */
export class Reference {
  #seen = new Set<string>()
  #lines = new Map<string, { id: string; quantity: number }>()
  #ids = new Map<string, string>()

  /** Applies a call on arrival; a repeated one has no effect. */
  take(call: Call): void {
    if (this.#seen.has(call.key)) return
    this.#seen.add(call.key)
    const line = this.#lines.get(call.product)
    if (call.kind === 'add') {
      if (line) line.quantity += call.quantity
      else this.#lines.set(call.product, { id: '', quantity: call.quantity })
      return
    }
    // The server's id of a line becomes known with the first call that names it.
    if (!line || this.#ids.get(call.id ?? '') === 'gone') return
    if (line.id === '') line.id = call.id ?? ''
    if (line.id !== call.id) return
    if (call.kind === 'change') {
      line.quantity = Math.max(1, line.quantity + call.quantity - call.was)
      return
    }
    line.quantity -= call.was
    if (line.quantity > 0) return
    this.#lines.delete(call.product)
    this.#ids.set(line.id, 'gone')
  }

  get cart(): Record<string, number> {
    return Object.fromEntries([...this.#lines].map(([id, { quantity }]) => [id, quantity]))
  }
}
