import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { CHECKOUT_JS, CHECKOUT_PAGE, hostedPage } from './dialog.ts'

type StoredOrder = {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  currency: string
  receipt: string
  status: string
  created_at: number
}
export type StoredPayment = {
  id: string
  entity: 'payment'
  order_id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded'
  captured: boolean
  amount_refunded: number
  /** In seconds, as the provider says it. */
  created_at: number
  method: string
  error_description: string | null
  /** The payer's, as the provider knows them. */
  email?: string
  contact?: string
  vpa?: string
}
type StoredRefund = {
  id: string
  entity: 'refund'
  payment_id: string
  amount: number
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
  key: string
}

/** What a test may let go wrong with the next calls. */
export type Trouble =
  | { kind: 'status'; status: number }
  | { kind: 'html' }
  | { kind: 'slow'; ms: number }
  | { kind: 'lost' }
  | { kind: 'amount'; by: number }

export const KEY = { keyId: 'rzp_test_standin', keySecret: 'key-secret-of-the-stand-in-0123456789' }
export const WEBHOOK_SECRET = 'webhook-secret-of-the-stand-in-9876543210'

const sign = (secret: string, data: string | Buffer) =>
  createHmac('sha256', secret).update(data).digest('hex')
const newId = (kind: string) => `${kind}_${randomBytes(7).toString('hex')}`

/**
 * Speaks Razorpay's protocol over http: orders, payments, captures, refunds with their idempotency keys, errors in
 * its format, and webhooks with its signature. A test plays shopper, bank and network.
 */
export class RazorpayStandIn {
  orders: StoredOrder[] = []
  payments: StoredPayment[] = []
  refunds: StoredRefund[] = []
  calls: string[] = []
  /** Each of the next calls takes one; `always` applies to all calls. */
  troubles: Trouble[] = []
  always: Trouble | undefined
  /** Orders for which every call ends in an error of the provider. */
  broken = new Set<string>()
  refundStatus: StoredRefund['status'] = 'processed'
  /** Refund calls wait for this before they are answered. */
  refundsWait: Promise<void> | undefined
  url = ''
  /** The time, which a test may move. */
  now = Date.now
  /** It closes no connection, as a client may just be using it again. */
  #server = createServer({ keepAliveTimeout: 0 }, (req, res) => void this.#answer(req, res))

  static async open(): Promise<RazorpayStandIn> {
    const standIn = new RazorpayStandIn()
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve))
    const address = standIn.#server.address()
    standIn.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    return standIn
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The shopper pays in the dialog. @returns the payment, and the proof that the browser brings to the shop */
  pay(orderId: string, change: Partial<StoredPayment> = {}) {
    const order = this.orders.find(({ id }) => id === orderId)
    if (!order) throw new Error(`No order ${orderId}`)
    const status = change.status ?? 'captured'
    const payment: StoredPayment = {
      ...{ id: newId('pay'), entity: 'payment', order_id: orderId, amount: order.amount },
      ...{ currency: order.currency, status, captured: status === 'captured', amount_refunded: 0 },
      created_at: Math.floor(this.now() / 1000),
      ...{ method: 'upi', error_description: status === 'failed' ? 'Payment failed' : null },
      ...change,
    }
    this.payments.push(payment)
    return {
      payment,
      proof: { paymentId: payment.id, signature: sign(KEY.keySecret, `${orderId}|${payment.id}`) },
    }
  }

  /** The webhook of a payment as it would be sent now. */
  webhook(event: string, payment: StoredPayment, secret = WEBHOOK_SECRET) {
    const order = this.orders.find(({ id }) => id === payment.order_id)
    const body = {
      ...{ entity: 'event', account_id: 'acc_standin', event, contains: ['payment'] },
      payload: { payment: { entity: payment }, ...(order && { order: { entity: order } }) },
      created_at: Math.floor(Date.now() / 1000),
    }
    const raw = Buffer.from(JSON.stringify(body))
    return { raw, signature: sign(secret, raw), eventId: newId('evt') }
  }

  /** The webhook of a refund, which also contains its payment as that is now. */
  refundWebhook(event: string, refund: StoredRefund) {
    const payment = this.payments.find(({ id }) => id === refund.payment_id)
    const body = {
      ...{ entity: 'event', event, contains: ['refund', 'payment'] },
      payload: { refund: { entity: refund }, ...(payment && { payment: { entity: payment } }) },
    }
    const raw = Buffer.from(JSON.stringify(body))
    return { raw, signature: sign(WEBHOOK_SECRET, raw), eventId: newId('evt') }
  }

  /** The webhook of a dispute of a payment. */
  disputeWebhook(
    event: string,
    dispute: { id: string; payment_id: string; amount: number; phase: string },
    seconds: number,
  ) {
    const more = { entity: 'dispute', currency: 'INR', reason_code: 'goods_not_received' }
    const entity = { ...more, ...dispute, amount_deducted: 0, respond_by: 1_796_000_000 }
    const body = {
      ...{ entity: 'event', event: `payment.dispute.${event}`, contains: ['payment', 'dispute'] },
      ...{ payload: { dispute: { entity } }, created_at: seconds },
    }
    const raw = Buffer.from(JSON.stringify(body))
    return { raw, signature: sign(WEBHOOK_SECRET, raw), eventId: newId('evt') }
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(req.url ?? '', this.url)
    if (pathname === '/v1/checkout/embedded')
      return this.#showHosted(res, new URLSearchParams(text))
    if (pathname.startsWith('/v1/checkout')) return this.#showDialog(res, pathname, searchParams)
    this.calls.push(`${req.method} ${pathname}`)
    if (pathname.endsWith('/refund')) await this.refundsWait
    const trouble = this.troubles.shift() ?? this.always
    const isBroken = [...this.broken].some((id) => pathname.includes(id))
    if (isBroken) return send(res, 500, fault('SERVER_ERROR', 'Trouble'))
    // What it refuses to do, it still tells about.
    const isTold = req.method === 'GET' && trouble === this.always
    if (trouble?.kind === 'status' && !(isTold && trouble.status === 400))
      return send(res, trouble.status, fault('SERVER_ERROR', 'Trouble'))
    if (trouble?.kind === 'html') {
      res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Gateway</html>')
      return
    }
    if (trouble?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, trouble.ms))
    const expected = `Basic ${Buffer.from(`${KEY.keyId}:${KEY.keySecret}`).toString('base64')}`
    if (req.headers.authorization !== expected) {
      return send(res, 401, fault('BAD_REQUEST_ERROR', 'Authentication failed'))
    }
    const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
    const key = req.headers['x-refund-idempotency']?.toString()
    const { status, answer } = this.#do(`${req.method} ${pathname}`, body, searchParams, key)
    if (trouble?.kind === 'lost') return void res.destroy()
    const isOrder = trouble?.kind === 'amount' && 'amount' in answer
    send(
      res,
      status,
      isOrder ? { ...answer, amount: Number(answer['amount']) + trouble.by } : answer,
    )
  }

  /** Standard Checkout's own addresses, which the shopper's browser calls. */
  #showDialog(res: ServerResponse, path: string, query: URLSearchParams): void {
    if (path !== '/v1/checkout/pay') {
      const isScript = path === '/v1/checkout.js'
      const type = isScript ? 'text/javascript' : 'text/html'
      res.writeHead(200, { 'content-type': type }).end(isScript ? CHECKOUT_JS : CHECKOUT_PAGE)
      return
    }
    const orderId = query.get('order_id') ?? ''
    const wanted = query.get('status')
    const status = wanted === 'failed' || wanted === 'authorized' ? wanted : 'captured'
    const { proof } = this.pay(orderId, { status })
    const { paymentId: razorpay_payment_id, signature: razorpay_signature } = proof
    const answer = { razorpay_payment_id, razorpay_order_id: orderId, razorpay_signature }
    send(res, 200, status === 'failed' ? {} : answer)
  }

  /** The provider's own page, which sends the shopper back to the shop. */
  #showHosted(res: ServerResponse, asked: URLSearchParams): void {
    const orderId = asked.get('order_id') ?? ''
    // The payment is made when the page opens: its Pay button only brings the proof.
    const { proof } = this.pay(orderId)
    const page = hostedPage(asked, { ...proof, orderId })
    res.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }

  #do(
    call: string,
    body: Record<string, unknown>,
    query: URLSearchParams,
    key: string | undefined,
  ) {
    const [, id = ''] = /\/v1\/\w+\/(\w+)/.exec(call) ?? []
    if (call === 'POST /v1/orders') return this.#createOrder(body)
    if (call === 'GET /v1/orders') {
      const items = this.orders.filter(({ receipt }) => receipt === query.get('receipt'))
      return ok({ entity: 'collection', count: items.length, items })
    }
    if (call === 'GET /v1/payments') {
      const [skip, count] = [Number(query.get('skip')), Number(query.get('count'))]
      const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
      const listed = this.payments.filter(({ created_at: at }) => from <= at && at <= to)
      const items = listed.slice(skip, skip + count)
      return ok({ entity: 'collection', count: items.length, items })
    }
    if (call.startsWith('GET /v1/orders/')) {
      const items = this.payments.filter(({ order_id }) => order_id === id)
      return ok({ entity: 'collection', count: items.length, items })
    }
    const payment = this.payments.find((one) => one.id === id)
    if (!payment) return bad('The id provided does not exist')
    if (call.endsWith('/refunds')) {
      const items = this.refunds.filter(({ payment_id }) => payment_id === id)
      return ok({ entity: 'collection', count: items.length, items })
    }
    if (call.endsWith('/capture')) return this.#capture(payment, body)
    if (call.endsWith('/refund')) return this.#refund(payment, body, key ?? newId('key'))
    return bad('The requested URL was not found on the server.')
  }

  #createOrder({ amount, currency, receipt }: Record<string, unknown>) {
    if (typeof amount !== 'number' || amount < 100) return bad('Order amount less than minimum')
    // `unique_receipt`: a known receipt is refused; the shop then looks up its order.
    if (this.orders.some((order) => order.receipt === receipt)) return bad('Receipt is not unique')
    const order: StoredOrder = {
      ...{ id: newId('order'), entity: 'order', amount, amount_paid: 0 },
      ...{ currency: String(currency), receipt: String(receipt), status: 'created' },
      created_at: Math.floor(Date.now() / 1000),
    }
    this.orders.push(order)
    return ok(order)
  }

  #capture(payment: StoredPayment, { amount }: Record<string, unknown>) {
    if (payment.status !== 'authorized') return bad('This payment has already been captured')
    if (amount !== payment.amount)
      return bad('Capture amount must be equal to the amount authorized')
    payment.status = 'captured'
    payment.captured = true
    return ok(payment)
  }

  /** Somebody gives money back in the provider's dashboard. */
  refundByHand(payment: StoredPayment, amount: number): StoredRefund {
    this.#refund(payment, { amount }, newId('key'))
    const made = this.refunds.at(-1)
    if (!made) throw new Error('No refund')
    return made
  }

  #refund(payment: StoredPayment, { amount, receipt }: Record<string, unknown>, key: string) {
    const known = this.refunds.find((refund) => refund.key === key)
    if (known) return ok(known)
    if (Number(amount) < 100) return bad('The amount must be at least INR 1.00')
    if (payment.amount_refunded + Number(amount) > payment.amount) {
      return bad('The total refund amount is greater than the refund payment amount')
    }
    const refund: StoredRefund = {
      ...{ id: newId('rfnd'), entity: 'refund', payment_id: payment.id, key },
      ...{ amount: Number(amount), status: this.refundStatus },
      receipt: typeof receipt === 'string' ? receipt : null,
    }
    this.refunds.push(refund)
    if (refund.status === 'processed') payment.amount_refunded += Number(amount)
    if (payment.amount_refunded === payment.amount) payment.status = 'refunded'
    return ok(refund)
  }
}

const ok = (answer: Record<string, unknown>) => ({ status: 200, answer })
const fault = (code: string, description: string) => ({
  error: {
    code,
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
  },
})
const bad = (description: string): { status: number; answer: Record<string, unknown> } => ({
  status: 400,
  answer: fault('BAD_REQUEST_ERROR', description),
})

function send(res: ServerResponse, status: number, answer: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}
