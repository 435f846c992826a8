import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { isPostgres } from '#lib/server/database/database.ts'
import { isLivingHere, processName } from '#lib/server/process-name.ts'
import { hasSecret } from './auth-secret.ts'
import { openSigner, type Sign } from './signer.ts'
import { withoutPassword } from './shop-move.ts'
import { type Settings, SettingsError } from './settings.ts'

/** Settings that published pages, and commands beside the server, depend on; none is secret. */
const sharedSchema = z.object({
  publicUrl: z.url(),
  productGate: z.enum(['open', 'redirect']),
  cartGate: z.enum(['open', 'signin']),
  serviceWorker: z.enum(['on', 'off']),
  messages: z.enum(['off', 'sms', 'whatsapp']),
})
const runningSchema = z.object({
  process: z.string(),
  /** The database's address without its password, and a hash of the whole to compare it by. */
  database: z.string(),
  databaseHash: z.string(),
  /** Tells whether another process signs with the same secret, without telling the secret. */
  secret: z.optional(z.string()),
  settings: sharedSchema,
})
type Running = z.infer<typeof runningSchema>

const VARIABLES: Record<keyof Running['settings'], string> = {
  publicUrl: 'PUBLIC_URL',
  productGate: 'PRODUCT_GATE',
  cartGate: 'CART_GATE',
  serviceWorker: 'SERVICE_WORKER',
  messages: 'MESSAGES',
}

const fileOf = (dataDir: string) => join(dataDir, 'server.json')
/** SQLite always means the DATA_DIR's own file, by whatever path. */
const hashOf = (databaseUrl: string) =>
  createHash('sha256')
    .update(isPostgres(databaseUrl) ? databaseUrl : 'sqlite')
    .digest('hex')

/**
 * Records in DATA_DIR that a server runs here, and with which settings.
 * @returns a function that removes the record
 */
export function noteRunning(settings: Settings): () => void {
  const { dataDir, databaseUrl, publicUrl } = settings
  const { productGate, cartGate, serviceWorker, messages } = settings
  const running: Running = {
    process: processName(),
    ...{ database: withoutPassword(databaseUrl), databaseHash: hashOf(databaseUrl) },
    secret: openSigner(settings)('running', ''),
    settings: { publicUrl: publicUrl.href, productGate, cartGate, serviceWorker, messages },
  }
  writeFileSync(fileOf(dataDir), JSON.stringify(running))
  return () => {
    if (findRunning(dataDir)?.process === processName()) rmSync(fileOf(dataDir), { force: true })
  }
}

/** The server that runs on a DATA_DIR on this machine, if one does. */
function findRunning(dataDir: string): Running | undefined {
  try {
    const parsed = runningSchema.safeParse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
    return parsed.success && isLivingHere(parsed.data.process) ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Whether a server on this machine has noted that it runs on a DATA_DIR. */
export const hasServer = (dataDir: string): boolean => findRunning(dataDir) !== undefined

/**
 * Signs as the shop does, for links that people get from a command.
 * @throws SettingsError if the running server signs with another secret, or nobody has made one yet
 */
export function signAsShop(settings: Settings): Sign {
  const expected = findRunning(settings.dataDir)?.secret
  const sign = hasSecret(settings) ? openSigner(settings) : undefined
  if (!sign && expected === undefined) {
    throw new SettingsError(
      'The shop has no secret to sign links with: start it once, or set AUTH_SECRET.',
    )
  }
  if (!sign || (expected !== undefined && sign('running', '') !== expected)) {
    throw new SettingsError(
      'The running shop signs its links with another secret: set AUTH_SECRET as it is set there.',
    )
  }
  return sign
}

/**
 * The settings of a command: what its own environment does not set is taken from the running server.
 * @throws SettingsError if the server uses another database and the environment names none
 */
export function withServerSettings(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  const running = findRunning(settings.dataDir)
  if (!running) return settings
  const isSaid = (name: string) => Boolean(env[name]?.trim())
  const saysDatabase = isSaid('DATABASE_URL') || isSaid('DATABASE_URL_FILE')
  if (!saysDatabase && running.databaseHash !== hashOf(settings.databaseUrl)) {
    throw new SettingsError(
      `The running shop keeps its data in ${running.database}: set DATABASE_URL as it is set there.`,
    )
  }
  const { publicUrl, ...others } = running.settings
  const taken = Object.entries(others).filter(
    ([name]) => !isSaid(VARIABLES[name as keyof typeof others]),
  )
  const hasOwnUrl = isSaid('PUBLIC_URL') || isSaid('PORT')
  return {
    ...settings,
    ...Object.fromEntries(taken),
    ...(!hasOwnUrl && { publicUrl: new URL(publicUrl) }),
  }
}
