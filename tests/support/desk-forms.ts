import type { Call, Line } from './api-front.ts'
import { openPages } from './desk-pages.ts'
import { bring, callDesk, openDesk, publishList, settled } from './open-desk.ts'

/** What the shop of `openForms` sells. */
export const LIST = 'sku,name,category,price\nRICE-001,Basmati,Rice,300\n'

/** Opens a desk whose forms are sent as by a browser; `sent` gives the page that a form comes back to. */
export async function openForms(list = LIST) {
  const at = await openPages(await openDesk())
  const owner = await at.editorOf('owner')
  const publish = async (text: string) => publishList(at, await bring(at, text))
  await publish(list)
  /** The page of a list that the owner uploads. */
  const brought = async (text: string) =>
    shown(`/desk/uploads/${await bring(at, text, { user: owner })}`)
  const shown = async (path: string, cookie = '') => (await at.show(path, owner, cookie)).html
  const sent = async (
    line: Line,
    body: Record<string, string>,
    params = {},
    files?: Call['files'],
  ) => {
    const call = { params, body, files, user: owner, accept: 'text/html' }
    const answer = await callDesk(at, line, call)
    const path = answer.headers.get('location') ?? ''
    const [, id] = /^\/desk\/uploads\/(\w+)$/.exec(path) ?? []
    if (id !== undefined) await settled(at, id, owner)
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    return { path, html: await shown(path, cookie.join('; ')) }
  }
  /** Follows the button below the corrections. */
  const back = async (html: string) => {
    const [, path = ''] = /href="([^"]*list=[^"]*)"/.exec(html) ?? []
    return shown(path.replaceAll('&#38;', '&').replaceAll('&amp;', '&'))
  }
  const { dataDir, db, url } = at
  const calls = { publish, brought, sent, back, shown }
  return { dataDir, db, url, ...calls, [Symbol.asyncDispose]: at[Symbol.asyncDispose] }
}
