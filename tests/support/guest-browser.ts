import { cartAnswerSchema, cartItemSchema } from '#lib/cart/cart.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { welcome } from '#pages/api/user/_welcome.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { openApi } from './open-api.ts'

type Api = Awaited<ReturnType<typeof openApi>>
type Kept = { key: string; productid: string; quantity: number; userid: string }

/** What becomes of a request: its answer may get lost, and two tabs may send it at once. */
export type Lot = 'answered' | 'answerLost' | 'doubled'

/** A browser that shops without an account and may sign in: its cookies, its queue, and its flags. */
export class GuestBrowser {
  #api: Api
  #name: string
  #cookie = ''
  #user: SignedInUser | undefined
  #queue: Kept[] = []
  #count = 0

  constructor(api: Api, name: string) {
    this.#api = api
    this.#name = name
  }

  get isIdle(): boolean {
    return this.#queue.length === 0
  }

  get isSignedIn(): boolean {
    return this.#user !== undefined
  }

  /** Keeps an addition under a key of its own, as `stores/changes.ts` does. */
  add(productid: string, quantity: number): void {
    const key = `${this.#name}-${(this.#count += 1)}`
    this.#queue.push({ key, productid, quantity, userid: this.#user?.id ?? 'guest' })
  }

  /** Sends the first of the queue. */
  async send(lot: Lot): Promise<void> {
    const [first] = this.#queue
    if (!first) return
    const { key, ...body } = first
    const headers = { 'idempotency-key': key, ...this.#cookies() }
    const call = () => this.#api.call('POST /api/cart/add', { ...this.#known(), headers, body })
    const answers = [await call(), ...(lot === 'doubled' && this.#cookie ? [await call()] : [])]
    if (lot === 'answerLost') return
    for (const answer of answers) {
      cartAnswerSchema.parse(await answer.clone().json())
      this.#take(answer)
    }
    this.#queue.shift()
  }

  /**
   * Signs in to an account; in two tabs at once where `lot` says so.
   * @param db fails in the midst of it, for a crash
   */
  async signIn(user: SignedInUser, lot: Lot, db?: Kysely<Database>): Promise<Response | undefined> {
    const url = new URL('http://localhost:4321/api/user/signin')
    const { accounts, db: shop } = this.#api
    const locals: App.Locals = {
      ...{ catalogue: new Catalogue(shop), db: shop, search: undefined, origin: url.origin },
      ...{ productGate: 'open', cartGate: 'open', location: 'All' },
      ...{ flash: undefined, body: undefined, requestId: 'r1' },
      accounts: { ...accounts, ...(db && { db }) },
    }
    const request = new Request(url, { method: 'POST', headers: this.#cookies() })
    const opened = { user, cookies: [] }
    const once = () =>
      welcome({ locals, params: {}, request, url }, opened, { msg: 'Loggedin successfully!' })
    const answers = await Promise.all(lot === 'doubled' ? [once(), once()] : [once()])
    if (lot === 'answerLost') return undefined
    for (const answer of answers) this.#take(answer)
    this.#user = user
    return answers[0]
  }

  /** The cart that the server shows this browser, by product. */
  async items(): Promise<Record<string, number>> {
    const headers = this.#cookies()
    const answer = await this.#api.call('GET /api/cart', { ...this.#known(), headers })
    const items = z.array(cartItemSchema).parse(await answer.json())
    return Object.fromEntries(items.map(({ productid, quantity }) => [productid, quantity]))
  }

  get cookie(): string {
    return this.#cookie
  }

  #known = () => ({ cartGate: 'open' as const, user: this.#user })

  #cookies = (): Record<string, string> => (this.#cookie === '' ? {} : { cookie: this.#cookie })

  #take({ headers }: Response): void {
    const set = headers.getSetCookie().find((one) => one.startsWith('guest='))
    const [pair = ''] = set?.split(';') ?? []
    if (set !== undefined) this.#cookie = pair === 'guest=' ? '' : pair
  }
}
