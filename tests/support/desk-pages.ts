import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { loadRender } from '#lib/server/publish/app/build-output.ts'
import { addUser } from './accounts.ts'
import { openCounter } from './orders/counter-shop.ts'
import { openSqlite } from './databases/database.ts'

const ORIGIN = 'http://localhost:4321'

/** A shop whose desk pages are rendered for a member of staff, or for another user. */
export async function openDeskPages() {
  const shop = await openCounter(openSqlite)
  const staff = await addUser(shop.db, 'Ravi', 'staff')
  const render = await loadRender()
  const show = async (path: string, user: SignedInUser | undefined = staff, cookie = '') => {
    const { db, payments } = shop
    const response = await render(new Request(ORIGIN + path, { headers: { cookie } }), {
      ...{ catalogue: new Catalogue(db), db, search: undefined, origin: ORIGIN, user, payments },
      ...{ productGate: 'open', location: 'All', flash: undefined, body: undefined },
      requestId: 'r',
    })
    const html = await response.text()
    const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    return { status: response.status, html, text }
  }
  return { ...shop, staff, show }
}
