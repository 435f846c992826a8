import { BlockList } from 'node:net'
import { randomBytes, randomUUID } from 'node:crypto'
import { type Accounts, openAccounts } from '#lib/server/accounts/accounts.ts'
import { type KeptRoles, powersOf } from '#lib/account/roles.ts'
import { identify, type SignedInUser } from '#lib/server/accounts/session.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { newId } from '#lib/server/accounts/new-id.ts'
import { Passwords } from '#lib/server/accounts/passwords.ts'
import { openSession, signIn } from '#lib/server/accounts/sign-in.ts'
import { readSettings, type Settings } from '#lib/server/settings/settings.ts'
import type { TestDatabase } from './databases/database.ts'

export const PASSWORD = 'mangoes in the monsoon'
const SECRET = randomBytes(32).toString('hex')

/** Log lines written by accounts. */
type Noted = Record<string, unknown> & { text: string }

/** Opens accounts over a test's database, and collects their log lines. */
export function openTestAccounts(shop: TestDatabase, given: Partial<Settings> = {}) {
  const notes: Noted[] = []
  const note = (about: object, text: string) => void notes.push({ ...about, text })
  const settings = {
    ...readSettings({}),
    authSecret: SECRET,
    databaseUrl: shop.url,
    dataDir: shop.dataDir,
    trustedProxies: new BlockList(),
    ...given,
  }
  const accounts = openAccounts(shop.db, settings, { info: note, warn: note })
  return { accounts, notes }
}

export type Shopper = { user: SignedInUser; cookie: string; accounts: Accounts }

let count = 0

/** Hashed once, as all shoppers in a test have the same password. */
let hash: Promise<string> | undefined

/**
 * A shopper with an account and a session: `user` goes into the locals of an endpoint, `cookie`
 * into the Cookie header of a request to a whole server.
 */
export async function newShopper(
  shop: TestDatabase,
  { accounts = openTestAccounts(shop).accounts, email = `shopper${(count += 1)}@example.com` } = {},
): Promise<Shopper> {
  const id = newId()
  const times = { created_at: new Date(), updated_at: new Date() }
  const user = { id, name: 'Asha Rao', email, phone: '9876543210', image: null, ...times }
  await shop.db
    .insertInto('user')
    .values({ ...user, email_verified: false })
    .execute()
  const password = await (hash ??= new Passwords().hash(PASSWORD))
  const account = { id: newId(), account_id: id, provider_id: 'credential', user_id: id }
  await shop.db
    .insertInto('account')
    .values({ ...account, password, ...times })
    .execute()
  const cookies = await openSession(accounts, id, CALL)
  return { ...(await known(accounts, cookies)), accounts }
}

/**
 * Signs in.
 * @returns what the server knows of the session's cookie
 * @throws if the sign-in is refused
 */
export async function sessionOf(accounts: Accounts, email: string, password = PASSWORD) {
  const opened = await signIn(accounts, { email, password }, CALL)
  if (!opened.ok) throw new Error(`Not signed in: ${opened.error.code}`)
  return known(accounts, opened.value.cookies)
}

const CALL = { headers: new Headers(), address: undefined, requestId: 'r1' }

async function known(accounts: Accounts, cookies: string[]) {
  const cookie = cookieOf(cookies)
  const { user } = await identify(accounts, new Headers({ cookie }))
  if (!user) throw new Error('The cookie opened no session')
  return { user, cookie, cookies }
}

/** Opens a session for each user who calls for the first time; returns their Cookie header. */
export function openSessions(accounts: Accounts) {
  const sessions = new Map<string, Promise<string>>()
  return ({ id }: Pick<SignedInUser, 'id'>): Promise<string> => {
    const session = sessions.get(id) ?? openSession(accounts, id, CALL).then(cookieOf)
    sessions.set(id, session)
    return session
  }
}

/** The Cookie header that a browser sends after these Set-Cookie headers. */
export const cookieOf = (cookies: string[]): string =>
  cookies
    .filter((cookie) => !/max-age=0/i.test(cookie))
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')

/** Inserts a row into "user", without a password, which only signing in needs. */
export async function addUser(
  db: Db,
  name = 'Asha Rao',
  roles: KeptRoles = '',
): Promise<SignedInUser> {
  const id = randomUUID()
  const email = `${id}@example.com`
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('user')
    .values({ id, name, email, email_verified: true, phone: '', image: null, roles, ...times })
    .execute()
  return { id, name, email, emailVerified: true, ...powersOf(roles), sessionId: `s-${id}` }
}
