import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { loadRender } from '#lib/server/publish/app/build-output.ts'
import type { Call, Line } from './api-front.ts'
import { bring, callDesk, openDesk, publishList } from './open-desk.ts'

/** What the shop of `openForms` sells. */
export const LIST = 'sku,name,category,price\nRICE-001,Basmati,Rice,300\n'
const ORIGIN = 'http://localhost:4321'

/** Opens a desk whose forms are sent as by a browser; `sent` gives the page that a form comes back to. */
export async function openForms(list = LIST) {
  const at = await openDesk()
  const owner = await at.editorOf('owner')
  const publish = async (text: string) => publishList(at, await bring(at, text))
  await publish(list)
  /** The page of a list that the owner uploads. */
  const brought = async (text: string) =>
    shown(`/desk/uploads/${await bring(at, text, { user: owner })}`)
  const render = await loadRender()
  const shown = async (path: string, headers: Record<string, string> = {}) => {
    const { db, desk } = at
    const page = await render(new Request(ORIGIN + path, { headers }), {
      ...{ catalogue: new Catalogue(db), db, desk, search: undefined, origin: ORIGIN },
      ...{ user: owner, productGate: 'open', location: 'All', flash: undefined, body: undefined },
      requestId: 'r',
    })
    return page.text()
  }
  const sent = async (
    line: Line,
    body: Record<string, string>,
    params = {},
    files?: Call['files'],
  ) => {
    const call = { params, body, files, user: owner, accept: 'text/html' }
    const answer = await callDesk(at, line, call)
    const path = answer.headers.get('location') ?? ''
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    return { path, html: await shown(path, { cookie: cookie.join('; ') }) }
  }
  /** Follows the button below the corrections. */
  const back = async (html: string) => {
    const [, path = ''] = /href="([^"]*list=[^"]*)"/.exec(html) ?? []
    return shown(path.replaceAll('&#38;', '&').replaceAll('&amp;', '&'))
  }
  const { dataDir, db, url } = at
  return {
    dataDir,
    db,
    url,
    publish,
    brought,
    sent,
    back,
    shown,
    [Symbol.asyncDispose]: at[Symbol.asyncDispose],
  }
}
