import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Call, ExitCode } from '../call.ts'
import { HELP, UsageError } from '../usage.ts'
import { changeOrder, isVerb } from './change-order.ts'
import { listOrders, showOne } from './list-orders.ts'
import { settle } from './settle.ts'

/** `shop orders VERB …`: the owner's hand on orders, the same as the desk's. */
export async function orders(call: Call): Promise<ExitCode> {
  const [action = 'list', which] = call.args
  if (action !== 'list' && which === undefined) {
    throw new UsageError(`orders ${action} needs a number.\n\n${HELP.orders}`)
  }
  const db = openDatabase(call.settings.databaseUrl)
  try {
    await migrate(db)
    if (action === 'list') return await listOrders(db, call, which)
    if (action === 'settle') return await settle(db, call, which ?? '')
    if (action === 'show') return await showOne(db, call, which ?? '')
    if (isVerb(action)) return await changeOrder(db, call, action, which ?? '')
    throw new UsageError(`orders does not know ${JSON.stringify(action)}.\n\n${HELP.orders}`)
  } finally {
    await db.destroy()
  }
}
