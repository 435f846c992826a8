import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro'
import { withStandIns } from '#lib/catalogue/picture.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { openAccounts } from '#lib/server/accounts/accounts.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import { deskDir } from '#lib/server/desk/upload-files.ts'
import type { ReceivedFile } from '#lib/server/http/body/body.ts'
import { parseMultipart, type SentFile } from '#lib/server/http/body/multipart.ts'
import { boundaryOf } from '#lib/server/http/body/part-head.ts'
import { NO_FLASH, readCookies, readFlash, readLocation } from '#lib/server/http/cookies.ts'
import { RateLimit } from '#lib/server/http/guards/rate-limit.ts'
import { openLog } from '#lib/server/http/log.ts'
import { routeOf } from '#lib/server/http/find-route.ts'
import { isApi } from '#lib/server/http/routes.ts'
import { fillEmptyDatabase } from '#lib/server/import/apply/fill.ts'
import { startPictureMaker } from '#lib/server/import/read/pictures/picture-maker.ts'
import { openPayments } from '#lib/server/payments/payments.ts'
import type { Render } from '#lib/server/publish/app/build-output.ts'
import { openRendering } from './rendering.ts'
import { readSettings } from '#lib/server/settings/settings.ts'

const settings = readSettings(process.env)
const db = openDatabase(settings.databaseUrl)
await migrate(db)
await fillEmptyDatabase(settings, db)
const log = openLog(settings.logLevel)
const accounts = openAccounts(db, settings, log.logger)
const payments = openPayments(db, settings, log)
const pictures = startPictureMaker(settings.dataDir, (fault) => log.logger.error(fault))
const desk = new Desk(db, settings, log.logger)
const limits = new RateLimit(settings.rateScale)

/** The request that Astro's dev server is answering. */
const visits = new AsyncLocalStorage<Pick<APIContext, 'locals'> & Next>()
type Next = { next: MiddlewareNext }

/** Takes the place of the built app: passes what the server provides on to Astro. */
const renderByAstro: Render = async ({ url }, own) => {
  const visit = visits.getStore()
  if (!visit) throw new Error(`No visit of the dev server asked for ${url}`)
  Object.assign(visit.locals, own)
  return visit.next()
}
const { render } = openRendering(
  settings,
  db,
  log,
  { accounts, payments, desk },
  async () => renderByAstro,
)

/** `npm run dev`: gives each page and API call what the server would, with the same database. */
export const onRequest: MiddlewareHandler = async ({ locals, url, request }, next) => {
  const upload = /^\/uploads\/([\w.-]+)$/.exec(url.pathname)?.[1]
  if (upload) return picture(upload)
  const cookies = readCookies(request.headers.get('cookie') ?? undefined)
  const flash = isApi(url.pathname) ? undefined : readFlash(cookies)
  const { fields, ...files } = await bodyOf(request, url.pathname)
  const { _method, ...rest } = fields ?? {}
  const visit = {
    ...{ flash, ...files, body: fields && rest, location: readLocation(cookies, isCountry) },
    ...{ limits, address: undefined, requestId: 'dev' },
  }
  // Applies `_method`, by which a form names its method; Astro looks at the request that it made itself.
  if (typeof _method === 'string')
    Object.defineProperty(request, 'method', { value: _method.toUpperCase() })
  const response = await visits.run({ locals, next }, () => render(request, visit))
  if (flash) response.headers.append('set-cookie', NO_FLASH)
  return response
}

type FormBody = {
  fields: Record<string, unknown> | undefined
  files: SentFile[]
  received: ReceivedFile[] | undefined
}

/** Reads a body without the server's limits, as only developers send requests here. */
async function bodyOf(request: Request, path: string): Promise<FormBody> {
  const type = request.headers.get('content-type') ?? ''
  const none = { files: [], received: undefined }
  // The error page is rendered for the same request, whose body has been read.
  if (request.bodyUsed) return { ...none, fields: undefined }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { ...none, fields: Object.fromEntries(new URLSearchParams(await request.text())) }
  }
  if (type.startsWith('multipart/form-data')) {
    const form = routeOf(path)?.body
    if (form === 'list' || form === 'pictures') return receive(await request.formData())
    const bytes = Buffer.from(await request.arrayBuffer())
    const parsed = await parseMultipart(bytes, boundaryOf(type))
    return { ...none, fields: parsed?.fields, files: parsed?.files ?? [] }
  }
  const json: unknown = type.startsWith('application/json') ? await request.json() : undefined
  const isObject = typeof json === 'object' && json !== null
  return { ...none, fields: isObject ? { ...json } : undefined }
}

/** Writes an editor's files to disk, from where the desk takes them. */
async function receive(form: FormData): Promise<FormBody> {
  const dir = deskDir(settings.dataDir)
  await mkdir(dir, { recursive: true })
  const fields: Record<string, unknown> = {}
  const received: ReceivedFile[] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') fields[field] = value
    else if (value.size > 0) {
      const path = join(dir, `${randomUUID()}.part`)
      await writeFile(path, Buffer.from(await value.arrayBuffer()), { mode: 0o600 })
      received.push({ field, path, name: value.name, bytes: value.size })
    }
  }
  return { fields, files: [], received }
}

async function picture(asked: string): Promise<Response> {
  for (const name of withStandIns(asked)) {
    const bytes = await readFile(join(settings.dataDir, 'uploads', name)).catch(() => undefined)
    if (name !== asked) pictures.ask()
    if (bytes) return new Response(bytes)
  }
  return new Response(null, { status: 404 })
}
