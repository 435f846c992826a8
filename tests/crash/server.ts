// A server to be killed: checkout, callback, webhook, reconciler and queue over a real database. The address names
// the shopper, as signing in is not what is tested here. If given a step and a number, it kills itself when it comes
// to that step for the nth time.
import { createServer, type IncomingMessage } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { openDatabase } from '#lib/server/database/database.ts'
import { openMailer } from '#lib/server/mail/mailer.ts'
import { type JobRunner, runNextJob } from '#lib/server/jobs/run-job.ts'
import { UnchangedTimer } from '#lib/server/unchanged-timer.ts'
import { newOrderHandler } from '#lib/server/counter/notices.ts'
import { findAttempt } from '#lib/server/orders/attempts.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { confirmPayment } from '#lib/server/orders/payment/confirm-payment.ts'
import { watchPayments } from '#lib/server/orders/payment/reconcile.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import { stockHandler } from '#lib/server/orders/stock.ts'
import { receiveWebhook, webhookHandler } from '#lib/server/orders/payment/webhooks.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { openRazorpay } from '#lib/server/payments/razorpay.ts'
import { KEY, WEBHOOK_SECRET } from '#tests/razorpay/stand-in.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { CASH_LIMITS } from '#tests/support/orders/checkout-shop.ts'

const [, , databaseUrl = '', apiUrl = '', dataDir = '', holdMs = '', dieAt, times = ''] =
  process.argv
const db = openDatabase(databaseUrl)
const publicUrl = new URL('http://localhost')
let stepsLeft = Number(times)

const payments: Payments = {
  ...{ db, demo: undefined, now: Date.now },
  provider: openRazorpay({ apiUrl, ...KEY, webhookSecret: WEBHOOK_SECRET, limitMs: 3000 }),
  settings: {
    ...{ cashOnDelivery: false, holdMs: Number(holdMs), reconcileMs: 300, publicUrl },
    ...{ ...CASH_LIMITS, holdUnconfirmedMs: Number(holdMs), dataDir, authSecret: undefined },
    sendsNoMail: false,
    razorpayApiUrl: apiUrl,
    razorpayCheckoutJs: 'http://localhost/checkout.js',
  },
  log: { info() {}, warn() {}, error: console.error },
  step: (step) => dieIf(step),
}

function dieIf(step: string): void {
  if (step === dieAt && --stepsLeft <= 0) process.kill(process.pid, 'SIGKILL')
}

const mailer = openMailer({
  smtpUrl: undefined,
  mailFrom: 'Shop <shop@localhost>',
  publicUrl,
  dataDir,
})
const runner: JobRunner = {
  db,
  handlers: {
    'new-order': newOrderHandler({ db, now: Date.now }, { publicUrl, orderWebhookUrl: undefined }),
    mail: mailer.handle,
    stock: stockHandler(db),
    webhook: webhookHandler(payments),
  },
  owner: String(process.pid),
  leaseMs: 1500,
  others: new UnchangedTimer(),
  now: Date.now,
  onStep: (step) => dieIf(step),
  onFailure: (job, error) => console.error(job.kind, error),
}

async function work(): Promise<void> {
  for (;;) {
    const isDone = await runNextJob(runner).catch(() => false)
    if (!isDone) await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function answer(req: IncomingMessage): Promise<{ status: number; body?: unknown }> {
  const { pathname, searchParams } = new URL(req.url ?? '', publicUrl)
  const id = searchParams.get('user') ?? ''
  const body = await text(req)
  if (pathname === '/checkout') {
    const read = readCheckout(BILLING, undefined)
    if (!read.ok) return { status: 500 }
    const checkout = await startCheckout(payments, { id }, read.value)
    if (checkout.kind === 'refused') return { status: 409, body: checkout.refusal.code }
    return { status: 200, body: checkout }
  }
  if (pathname === '/create') {
    const attempt = await findAttempt(db, id, searchParams.get('attempt') ?? '')
    if (!attempt) return { status: 404 }
    const proof: { paymentId: string; signature: string } = JSON.parse(body)
    return { status: 200, body: await confirmPayment(payments, attempt, proof) }
  }
  const signature = req.headers['x-razorpay-signature']?.toString()
  const eventId = req.headers['x-razorpay-event-id']?.toString()
  const headers = { signature, eventId }
  return { status: await receiveWebhook(payments, 'razorpay', Buffer.from(body), headers) }
}

const server = createServer((req, res) => {
  answer(req)
    .then(({ status, body }) => res.writeHead(status).end(JSON.stringify(body ?? {})))
    .catch((error: unknown) => {
      console.error(error)
      res.writeHead(500).end()
    })
})
// The process that started it may have been killed, perhaps even before this line.
const parent = Number(process.env['STARTED_BY'])
setInterval(() => process.ppid === parent || process.exit(), 1000).unref()
// Any free port, so that two runs at once do not hinder each other.
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
// Node saves its compile cache only when a process ends by itself, which this one hardly does.
flushCompileCache()
watchPayments(payments)
for (let lane = 0; lane < 2; lane++) void work()
