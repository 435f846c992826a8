import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type KeptRoles, powersOf } from '#lib/account/roles.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import * as publish from '#pages/api/desk/uploads/[id]/publish.ts'
import * as uploads from '#pages/api/desk/uploads.ts'
import { newShopper, openTestAccounts } from './accounts.ts'
import { openSqlite, type TestDatabase } from './databases/database.ts'
import { type Endpoint } from './open-api.ts'

/** The desk over the database of a test; two editors and a shopper are signed in. */
export async function openDesk(open: () => Promise<TestDatabase> = openSqlite) {
  const shop = await open()
  const { accounts } = openTestAccounts(shop)
  const faults: unknown[] = []
  const settings = {
    // Of a shop that shows its products to members only: at the desk that does not count.
    ...{
      databaseUrl: shop.url,
      dataDir: shop.dataDir,
      productGate: 'redirect' as const,
      cartGate: 'signin' as const,
    },
    publicUrl: new URL('http://localhost:4321'),
  }
  const openAnother = (limits = {}) => {
    const desk = new Desk(shop.db, settings, { error: (about) => faults.push(about) }, limits)
    onTestFinished(() => desk.close())
    return desk
  }
  const editorOf = async (roles: KeptRoles = 'editor') => {
    const { user } = await newShopper(shop, { accounts })
    await shop.db.updateTable('user').set({ roles }).where('id', '=', user.id).execute()
    return { ...user, ...powersOf(roles) }
  }
  const desk = openAnother()
  const editor = await editorOf()
  const shopper = (await newShopper(shop, { accounts })).user
  return { ...shop, settings, desk, openAnother, editor, editorOf, shopper, faults }
}

export type TestDesk = Awaited<ReturnType<typeof openDesk>>

/** A file of a form; a list comes in the field `file`. */
type SentFile = { field?: string; name: string; bytes: string | Buffer }

type Call = {
  method?: string
  user?: SignedInUser | undefined
  body?: Record<string, unknown>
  params?: Record<string, string>
  files?: SentFile[]
  accept?: string
}

let count = 0

/** Calls an endpoint as the server would for this user, who has the desk only as an editor. */
export function callDesk(at: TestDesk, endpoint: Endpoint, path: string, call: Call = {}) {
  const { method = 'POST', body, params = {}, files, accept } = call
  const user = 'user' in call ? call.user : at.editor
  const url = new URL(path, 'http://localhost:4321')
  const request = new Request(url, { method, headers: accept === undefined ? {} : { accept } })
  const desk = user?.isEditor ? at.desk : undefined
  const received = files?.map((file) => receive(at, file))
  const catalogue = new Catalogue(at.db)
  const locals = { db: at.db, catalogue, user, desk, body, received }
  return endpoint({ locals: locals as unknown as App.Locals, params, request, url })
}

/** The file as the server leaves it on disk. */
function receive({ dataDir }: TestDesk, { field = 'file', name, bytes }: SentFile) {
  const path = join(dataDir, 'desk', `${(count += 1)}.part`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return { field, path, name, bytes: Buffer.byteLength(bytes) }
}

/** Brings a list, and waits until it was looked through. @returns its id */
export async function bring(
  at: TestDesk,
  bytes: string | Buffer,
  { name = 'prices.csv', body = {}, user = at.editor } = {},
): Promise<string> {
  const answer = await callDesk(at, uploads.POST, '/api/desk/uploads', {
    ...{ user, body },
    files: [{ name, bytes }],
  })
  const { path, msg } = await answer.json()
  if (answer.status !== 200) throw new Error(msg)
  const id = String(path).split('/').at(-1) ?? ''
  await settled(at, id, user)
  return id
}

/** Publishes a list that was looked through, and waits for the end. */
export async function publishList(
  at: TestDesk,
  id: string,
  body: Record<string, string> = {},
  user = at.editor,
) {
  const path = `/api/desk/uploads/${id}/publish`
  const answer = await callDesk(at, publish.POST, path, { params: { id }, body, user })
  if (answer.status !== 200) throw new Error(await answer.text())
  return settled(at, id, user)
}

/** The upload once nothing works on it any more. */
export async function settled(at: TestDesk, id: string, user = at.editor) {
  for (;;) {
    const upload = await at.desk.find(user, id)
    if (!upload) throw new Error('There is no such upload')
    if (upload.state !== 'checking' && upload.state !== 'publishing') return upload
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** What was found in a list. @throws when it could not be looked through */
export async function reportOf(at: TestDesk, id: string) {
  const found = (await at.desk.find(at.editor, id))?.found
  if (!found || !('report' in found)) throw new Error(JSON.stringify(found))
  return found.report
}

export const hasFolder = ({ dataDir }: TestDesk, id: string) =>
  existsSync(join(dataDir, 'desk', id))
