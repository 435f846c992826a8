import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type KeptRoles, powersOf } from '#lib/account/roles.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import type { Limits } from '#lib/server/desk/upload-work.ts'
import { newShopper, openTestAccounts } from './accounts.ts'
import { type Call, type Line, openApiFront } from './api-front.ts'
import { openSqlite, type TestDatabase } from './databases/database.ts'
import { tasksHere } from './tasks-here.ts'

/**
 * The desk over a test's database, with an editor, a shopper, and a way to make more editors. With `hasThread` a thread
 * works on its lists, as in a running shop.
 */
export async function openDesk(
  open: () => Promise<TestDatabase> = openSqlite,
  { hasThread = false } = {},
) {
  const shop = await open()
  const { accounts } = openTestAccounts(shop)
  const faults: unknown[] = []
  const settings = {
    // The shop shows its products to members only, which must not matter at the desk.
    ...{
      databaseUrl: shop.url,
      dataDir: shop.dataDir,
      productGate: 'redirect' as const,
      cartGate: 'signin' as const,
    },
    publicUrl: new URL('http://localhost:4321'),
  }
  const desks: Desk[] = []
  const openAnother = (given: Limits = {}) => {
    const limits = hasThread ? given : { runner: tasksHere(settings), ...given }
    const desk = new Desk(shop.db, settings, { error: (about) => faults.push(about) }, limits)
    desks.push(desk)
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
  const { call, ...front } = openApiFront(shop, { accounts, desk })
  const close = async () => {
    await front[Symbol.asyncDispose]()
    await Promise.all(desks.map((one) => one.close()))
    await shop[Symbol.asyncDispose]()
  }
  const made = { settings, desk, openAnother, editor, editorOf, shopper, faults }
  return { ...shop, ...made, call, [Symbol.asyncDispose]: close }
}

export type TestDesk = Awaited<ReturnType<typeof openDesk>>

/** Calls the API as the editor, or as the given user. */
export function callDesk(at: TestDesk, line: Line, call: Call = {}) {
  const { productGate, cartGate } = at.settings
  return at.call(line, { user: at.editor, productGate, cartGate, ...call })
}

/**
 * Uploads a list and waits until it has been checked.
 * @returns its id
 */
export async function bring(
  at: TestDesk,
  bytes: string | Buffer,
  { name = 'prices.csv', body = {}, user = at.editor } = {},
): Promise<string> {
  const files = [{ name, bytes }]
  const answer = await callDesk(at, 'POST /api/desk/uploads', { user, body, files })
  return checkedList(at, answer, user)
}

/** The id of the list that an answer leads to, once it has been checked. */
export async function checkedList(
  at: TestDesk,
  answer: Response,
  user = at.editor,
): Promise<string> {
  const { path, msg } = await answer.json()
  if (answer.status !== 200) throw new Error(msg)
  const id = String(path).split('/').at(-1) ?? ''
  await settled(at, id, user)
  return id
}

/**
 * Sends a content form and waits until its changes have been checked.
 * @returns the id of its list
 */
export async function send(
  at: TestDesk,
  part: string,
  body: Record<string, string>,
  user = at.editor,
): Promise<string> {
  const line = 'POST /api/desk/content/[part]'
  const answer = await callDesk(at, line, { params: { part }, body, user })
  const { path, msg, error } = await answer.json()
  if (answer.status !== 200) throw new Error(msg)
  if (error !== String(msg).includes('correct these fields')) throw new Error(msg)
  const id = String(path).split('/').at(-1) ?? ''
  await settled(at, id, user)
  return id
}

/** Publishes a checked list and waits until that is done. */
export async function publishList(
  at: TestDesk,
  id: string,
  body: Record<string, string> = {},
  user = at.editor,
) {
  const line = 'POST /api/desk/uploads/[id]/publish'
  const answer = await callDesk(at, line, { params: { id }, body, user })
  if (answer.status !== 200) throw new Error(await answer.text())
  return settled(at, id, user)
}

/** Waits until nothing works on an upload any more, and returns it. */
export async function settled(at: TestDesk, id: string, user = at.editor) {
  for (;;) {
    const upload = await at.desk.find(user, id)
    if (!upload) throw new Error('There is no such upload')
    if (upload.state !== 'checking' && upload.state !== 'publishing') return upload
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * The report on a list.
 * @throws if it could not be checked
 */
export async function reportOf(at: TestDesk, id: string) {
  const found = (await at.desk.find(at.editor, id))?.found
  if (!found || !('report' in found)) throw new Error(JSON.stringify(found))
  return found.report
}

/** Whether the files of an upload are still there. */
export const hasFolder = ({ dataDir }: TestDesk, id: string) =>
  existsSync(join(dataDir, 'desk', id))
