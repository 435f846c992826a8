import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { MiddlewareHandler } from 'astro'
import { openAccounts } from './accounts/accounts.ts'
import { renderFor } from './accounts/session.ts'
import { Catalogue } from './catalogue/catalogue.ts'
import { Search } from './catalogue/search/search.ts'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrations.ts'
import { openLog } from './http/log.ts'
import { RateLimit } from './http/guards/rate-limit.ts'
import { fillEmptyDatabase } from './import/apply/fill.ts'
import { openPayments } from './payments/payments.ts'
import { readSettings } from './settings/settings.ts'

const settings = readSettings(process.env)
const db = openDatabase(settings.databaseUrl)
await migrate(db)
await fillEmptyDatabase(settings, db)
const search = await Search.build(db)
const log = { info: console.log, warn: console.warn }
const accounts = openAccounts(db, settings, log)
const limits = new RateLimit(settings.rateScale)
const payments = openPayments(db, settings, openLog(settings.logLevel))

/** `npm run dev`: gives each page what the server gives it, over the same database. */
export const onRequest: MiddlewareHandler = async ({ locals, url, request }, next) => {
  const upload = /^\/uploads\/([\w.-]+)$/.exec(url.pathname)?.[1]
  if (upload) return picture(upload)
  Object.assign(locals, {
    catalogue: new Catalogue(db),
    db,
    search,
    origin: url.origin,
    productGate: settings.productGate,
    cartGate: settings.cartGate,
    location: 'All',
    flash: undefined,
    body: await bodyOf(request),
    requestId: 'dev',
    ...{ accounts, limits, payments, files: [] },
  })
  return renderFor(accounts, request, (user) => {
    locals.user = user
    return next()
  })
}

/** Forms and JSON; files come in only at the real server. */
async function bodyOf(request: Request): Promise<Record<string, unknown> | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(await request.text()))
  }
  const json: unknown = type.startsWith('application/json') ? await request.json() : undefined
  return typeof json === 'object' && json !== null ? { ...json } : undefined
}

async function picture(name: string): Promise<Response> {
  const bytes = await readFile(join(settings.dataDir, 'uploads', name)).catch(() => undefined)
  return bytes ? new Response(bytes) : new Response(null, { status: 404 })
}
