import * as z from 'zod/mini'
import { cartAnswerSchema, cartItemSchema } from '#lib/cart/cart.ts'
import { offerNonce } from '#lib/server/accounts/google-nonce.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { cookieOf } from './accounts.ts'
import { openApiFront } from './api-front.ts'
import type { TestDatabase } from './databases/database.ts'
import { openApi } from './open-api.ts'
import { CLIENT_ID, openOidcServer } from './outside/oidc-server.ts'

/** An open shop whose visitors can sign in with Google, which needs no slow password hashing. */
export async function openGuestShop(open?: () => Promise<TestDatabase>) {
  const issuer = await openOidcServer()
  const google = { googleClientId: CLIENT_ID, oidcIssuer: issuer.issuer, rateScale: 10_000 }
  const api = await openApi(open, google)
  /** The same shop behind another server whose database fails. */
  const failing = (db: Db) =>
    openApiFront({ ...api, db }, { accounts: { ...api.accounts, db }, settings: google })
  const close = async () => {
    await api[Symbol.asyncDispose]()
    await issuer[Symbol.asyncDispose]()
  }
  return { ...api, issuer, failing, [Symbol.asyncDispose]: close }
}
type GuestShop = Awaited<ReturnType<typeof openGuestShop>>

type Kept = { key: string; productid: string; quantity: number; userid: string }
const enteredSchema = z.object({ user: z.object({ id: z.string() }) })

/** What happens to a request: it is answered, its answer is lost, or two tabs send it at once. */
export type Lot = 'answered' | 'answerLost' | 'doubled'

const OPEN = { cartGate: 'open' as const }

/** A browser that shops without an account and may sign in, with its cookies, queue and flags. */
export class GuestBrowser {
  #api: GuestShop
  #name: string
  #cookie = ''
  #session = ''
  #userid = 'guest'
  #queue: Kept[] = []
  #count = 0

  constructor(api: GuestShop, name: string) {
    this.#api = api
    this.#name = name
  }

  get isIdle(): boolean {
    return this.#queue.length === 0
  }

  get isSignedIn(): boolean {
    return this.#session !== ''
  }

  /** Queues an addition with a key of its own, as `stores/changes.ts` does. */
  add(productid: string, quantity: number): void {
    const key = `${this.#name}-${(this.#count += 1)}`
    this.#queue.push({ key, productid, quantity, userid: this.#userid })
  }

  /** Sends the first call in the queue. */
  async send(lot: Lot): Promise<void> {
    const [first] = this.#queue
    if (!first) return
    const { key, ...body } = first
    const headers = { 'idempotency-key': key, ...this.#cookies() }
    const call = () => this.#api.call('POST /api/cart/add', { ...OPEN, headers, body })
    const answers = [await call(), ...(lot === 'doubled' && this.#cookie ? [await call()] : [])]
    if (lot === 'answerLost') return
    for (const answer of answers) {
      cartAnswerSchema.parse(await answer.clone().json())
      this.#take(answer)
    }
    this.#queue.shift()
  }

  /**
   * Signs in to the account with that address; in two tabs at once if `lot` says so.
   * @param db a database that fails midway, to simulate a crash
   */
  async signIn(email: string, lot: Lot, db?: Db): Promise<Response | undefined> {
    const failing = db && this.#api.failing(db)
    const once = async () => {
      const { nonce, cookie } = offerNonce(new Request('http://localhost:4321/signin'))
      const credential = await this.#api.issuer.token({ nonce, sub: email, email })
      const cookies = [this.#cookie, cookieOf([cookie])].filter(Boolean).join('; ')
      return (failing ?? this.#api).call('POST /api/user/authwithgoogle', {
        ...{ cartGate: 'open', headers: { cookie: cookies } },
        body: { credential, name: '', email, password: null },
      })
    }
    const answers = await Promise.all(lot === 'doubled' ? [once(), once()] : [once()])
    await failing?.[Symbol.asyncDispose]()
    if (lot === 'answerLost') return undefined
    for (const answer of answers.filter(({ ok }) => ok)) {
      this.#userid = enteredSchema.parse(await answer.clone().json()).user.id
      this.#session = cookieOf(
        answer.headers.getSetCookie().filter((set) => set.includes('session_token=')),
      )
      this.#take(answer)
    }
    return answers[0]
  }

  /** The cart that the server shows this browser, by product. */
  async items(): Promise<Record<string, number>> {
    const headers = this.#cookies()
    const answer = await this.#api.call('GET /api/cart', { ...OPEN, headers })
    const items = z.array(cartItemSchema).parse(await answer.json())
    return Object.fromEntries(items.map(({ productid, quantity }) => [productid, quantity]))
  }

  get cookie(): string {
    return this.#cookie
  }

  #cookies = (): Record<string, string> => {
    const cookie = [this.#cookie, this.#session].filter(Boolean).join('; ')
    return cookie === '' ? {} : { cookie }
  }

  #take({ headers }: Response): void {
    const set = headers.getSetCookie().find((one) => one.startsWith('guest='))
    const [pair = ''] = set?.split(';') ?? []
    if (set !== undefined) this.#cookie = pair === 'guest=' ? '' : pair
  }
}
