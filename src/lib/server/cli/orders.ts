import type { Kysely } from 'kysely'
import { formatPaise } from '#lib/money.ts'
import { orderStatusSchema } from '#lib/checkout/order.ts'
import { inTransaction, openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { settleAttention } from '#lib/server/orders/attention.ts'
import { refundOrder } from '#lib/server/orders/cancel-order.ts'
import { moveOrder, nextOnTheWay } from '#lib/server/orders/statuses.ts'
import type { Call, ExitCode } from './call.ts'
import { HELP, UsageError } from './usage.ts'

const LAST_ORDERS = 50

/** `shop orders list|show|advance|refund|settle`: the owner's hand on orders. */
export async function orders(call: Call): Promise<ExitCode> {
  const [action = 'list', which] = call.args
  if (action !== 'list' && which === undefined) {
    throw new UsageError(`orders ${action} needs a number.\n\n${HELP.orders}`)
  }
  const db = openDatabase(call.settings.databaseUrl)
  try {
    await migrate(db)
    if (action === 'list') return await list(db, call, which)
    if (action === 'settle') return await settle(db, call, which ?? '')
    const found = await find(db, which ?? '')
    if (!found) return refuse(call, `There is no order ${which}.`)
    if (action === 'show') return await show(db, call, found)
    if (action === 'advance') return await advance(db, call, found)
    if (action === 'refund') return await refund(db, call, found)
    throw new UsageError(`orders does not know ${JSON.stringify(action)}.\n\n${HELP.orders}`)
  } finally {
    await db.destroy()
  }
}

type Order = NonNullable<Awaited<ReturnType<typeof find>>>

function find(db: Kysely<Database>, which: string) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('number', '=', which.toUpperCase()), eb('id', '=', which)]))
    .executeTakeFirst()
}

async function list(db: Kysely<Database>, call: Call, status: string | undefined) {
  const wanted = status === undefined ? undefined : orderStatusSchema.safeParse(status)
  if (wanted && !wanted.success) throw new UsageError(`${status} is no status.\n\n${HELP.orders}`)
  let query = db.selectFrom('orders').selectAll().orderBy('created_at', 'desc').limit(LAST_ORDERS)
  if (wanted) query = query.where('status', '=', wanted.data)
  return print(call, await query.execute())
}

async function show(db: Kysely<Database>, call: Call, order: Order): Promise<ExitCode> {
  const items = await db
    .selectFrom('order_item')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  const events = await db
    .selectFrom('order_event')
    .select(['status', 'note', 'created_at'])
    .where('order_id', '=', order.id)
    .orderBy('created_at')
    .execute()
  if (call.flags.json) {
    call.terminal.out(`${JSON.stringify({ orders: [{ ...shape(order), items, events }] })}\n`)
    return 0
  }
  const { fullname, street1, street2, city, region, zipcode, country, phone, email, note } = order
  const lines = [
    line(order),
    [fullname, street1, street2, city, region, zipcode, country].filter(Boolean).join(', '),
    `${phone}, ${email}${note && `; note: ${note}`}`,
    ...items.map(({ title, choice_label, quantity, subtotal_paise }) =>
      `  ${quantity} x ${title} ${choice_label}`
        .trimEnd()
        .concat(`: Rs ${formatPaise(subtotal_paise)}`),
    ),
    ...events.map((event) => `  ${isoTime(event.created_at)} ${event.status}: ${event.note}`),
  ]
  call.terminal.out(`${lines.join('\n')}\n`)
  return 0
}

async function advance(db: Kysely<Database>, call: Call, order: Order): Promise<ExitCode> {
  const to = nextOnTheWay(order.status)
  if (!to) return refuse(call, `Order ${order.number} is ${order.status}; nothing follows.`)
  const moved = await inTransaction(db, async (trx) => {
    const current = await trx
      .updateTable('orders')
      .set((eb) => ({ number: eb.ref('number') }))
      .where('id', '=', order.id)
      .where('status', '=', order.status)
      .returning('id')
      .executeTakeFirst()
    const isMoved = current && (await moveOrder(trx, order.id, to, 'By the shop', Date.now()))
    return isMoved ? { ok: true, value: undefined } : { ok: false, error: 'changed' }
  })
  if (!moved.ok) return refuse(call, `Order ${order.number} has just changed; look again.`)
  return print(call, [{ ...order, status: to }])
}

/** Off the list of `shop status`: the owner has seen to it. */
async function settle(db: Kysely<Database>, call: Call, payment: string): Promise<ExitCode> {
  const settled = await settleAttention(db, payment, Date.now())
  if (settled === 0) return refuse(call, `Nothing of the payment ${payment} needs attention.`)
  if (call.flags.json) call.terminal.out(`${JSON.stringify({ settled })}\n`)
  else call.terminal.out(`The payment ${payment} is off the list.\n`)
  return 0
}

const REFUND_FAULTS = {
  unknown: 'There is no such order.',
  unpaid: 'It was not paid online; give the money back by hand.',
  refunded: 'It is refunded already.',
}

/** Written down here; the running shop asks the provider for it. */
async function refund(db: Kysely<Database>, call: Call, order: Order): Promise<ExitCode> {
  const done = await refundOrder(db, order.id, Date.now())
  if (!done.ok) return refuse(call, `Order ${order.number}: ${REFUND_FAULTS[done.error]}`)
  const now = await find(db, order.id)
  return print(call, now ? [now] : [])
}

function refuse({ terminal }: Call, reason: string): ExitCode {
  terminal.err(`${reason}\n`)
  return 1
}

function print({ flags, terminal }: Call, found: Order[]): ExitCode {
  if (flags.json) terminal.out(`${JSON.stringify({ orders: found.map(shape) })}\n`)
  else if (found.length === 0) terminal.out('There are no orders.\n')
  else terminal.out(`${found.map(line).join('\n')}\n`)
  return 0
}

const isoTime = (ms: number) => new Date(ms).toISOString()

const line = ({ number, status, amount_paise, created_at, fullname, city }: Order) =>
  `${number}  ${isoTime(created_at)}  ${status}  Rs ${formatPaise(amount_paise)}  ${fullname}, ${city}`

function shape({ number, id, status, amount_paise, created_at, fullname, payment_id }: Order) {
  return {
    ...{ order: number, id, status, amount: amount_paise / 100, at: isoTime(created_at) },
    ...{ name: fullname, payment: payment_id === null ? 'cod' : 'online' },
  }
}
