import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { loadRender } from '#lib/server/publish/app/build-output.ts'
import { addUser } from './accounts.ts'
import { openCounter } from './orders/counter-shop.ts'
import { openSqlite, type TestDatabase } from './databases/database.ts'

const ORIGIN = 'http://localhost:4321'

/** Pages as they are rendered for somebody, of any shop. */
export async function openPages(
  db: TestDatabase['db'],
  { payments }: Pick<App.Locals, 'payments'> = {},
) {
  const render = await loadRender()
  return async (path: string, user?: SignedInUser, cookie = '') => {
    const response = await render(new Request(ORIGIN + path, { headers: { cookie } }), {
      ...{
        catalogue: new Catalogue(db),
        db,
        search: undefined,
        origin: ORIGIN,
        user,
        ...(payments && { payments }),
      },
      ...{ productGate: 'open', location: 'All', flash: undefined, body: undefined },
      requestId: 'r',
    })
    const html = await response.text()
    const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    return { status: response.status, html, text }
  }
}

/** A shop whose pages are rendered for one of its staff, or for somebody else. */
export async function openDeskPages() {
  const shop = await openCounter(openSqlite)
  const staff = await addUser(shop.db, 'Ravi', 'staff')
  const pages = await openPages(shop.db, shop)
  const show = (path: string, user: SignedInUser | undefined = staff, cookie = '') =>
    pages(path, user, cookie)
  return { ...shop, staff, show }
}
