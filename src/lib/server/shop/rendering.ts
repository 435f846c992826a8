import { setTimeout } from 'node:timers/promises'
import { isListing } from '#lib/catalogue/listing-address.ts'
import { loadOnce } from '#lib/load-once.ts'
import type { Accounts } from '#lib/server/accounts/accounts.ts'
import { renderFor } from '#lib/server/accounts/session.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { CardCache } from '#lib/server/catalogue/card-cache.ts'
import { Search } from '#lib/server/catalogue/search/search.ts'
import { CountryMatcher } from '#lib/server/catalogue/facet-index/country-match.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Desk } from '#lib/server/desk/desk.ts'
import type { RenderVisit } from '#lib/server/http/dynamic.ts'
import type { Log } from '#lib/server/http/log.ts'
import { findMalformedField } from '#lib/server/http/body/malformed-field.ts'
import { isOpenTo, routeOf } from '#lib/server/http/find-route.ts'
import { NOTHING_HERE, MALFORMED_REQUEST, type Route } from '#lib/server/http/routes.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { loadRender, type Render } from '#lib/server/publish/app/build-output.ts'
import type { Settings } from '#lib/server/settings/settings.ts'

/** How long a search waits for the index to take in recent changes. */
const REFRESH_MS = 150

type AtWork = {
  accounts: Accounts
  payments: Payments
  desk: Desk
  /** Called for each page and API call of the desk, before it is answered. */
  onDesk?: () => void
}

/**
 * Renders pages and answers on request. App and search are loaded after the server has opened; a request that
 * needs them earlier waits.
 * @param load loads the app: the built one, unless a test passes another
 */
export function openRendering(
  settings: Settings,
  db: Db,
  log: Log,
  { accounts, payments, desk, onDesk }: AtWork,
  load: () => Promise<Render> = loadRender,
) {
  const app = loadOnce(load)
  const index = loadOnce(() => Search.build(db))
  // After a large import, the results of before are better than none.
  const refreshed = (search: Search) => Promise.race([search.refresh(db), inAMoment()])
  const looks = new CountryMatcher()
  const cards = new CardCache()
  const render: RenderVisit = async (request, visit) => {
    const search = usesSearch(request.url) ? await index() : undefined
    if (search) await refreshed(search)
    const catalogue = new Catalogue(db, undefined, cards)
    const { origin } = settings.publicUrl
    const { productGate, cartGate } = settings
    const known = { catalogue, db, search, origin, productGate, cartGate, accounts, payments }
    const locals = { ...visit, ...known }
    const render: Render = await app()
    const route = routeOf(new URL(request.url).pathname)
    return renderFor(accounts, request, async (user) => {
      // Nobody else learns that the desk exists (S-001).
      const own: App.Locals = { ...locals, user, desk: user?.isEditor ? desk : undefined }
      const isOpen = !route || isOpenTo(route, user)
      if (isOpen && /^(\/api)?\/desk/.test(route?.path ?? '')) onDesk?.()
      if (isOpen && LISTS_AND_FORMS.test(route?.path ?? '')) own.desk?.warm()
      const response = isOpen
        ? (refuseOddFields(visit.body, route) ?? (await render(request, own)))
        : Response.json(NOTHING_HERE, { status: 404 })
      const status = own.refusedWith ?? response.status
      logForeignAccess(log, request, { ...visit, user: user?.id, status })
      return response
    })
  }
  /** @param filling resolves when the first catalogue is in: before that there is nothing to index */
  const prepare = async (filling: Promise<void> | undefined) => {
    const found = filling ? filling.then(index, () => undefined) : index()
    try {
      await Promise.all([app(), found, accounts.auth()])
    } catch (error) {
      log.logger.error(
        { err: error },
        'The app could not be loaded; it will be tried again when needed',
      )
    }
  }
  /** For the front: whether a page differs in a country and must be rendered. */
  const look = async (path: string, country: string) => {
    const search = await index()
    await refreshed(search)
    return looks.look(search, path, country)
  }
  return { render, prepare, lookThere: look }
}

/** Desk pages on which editors save something. */
const LISTS_AND_FORMS = /^\/desk\/(products|lists|content|uploads|imports)\b/

/** 400 if a field is an unexpected list or object, so that no call has to handle that (A07). */
function refuseOddFields(
  fields: Record<string, unknown> | undefined,
  route: Route | undefined,
): Response | undefined {
  const field = findMalformedField(fields, route?.lists)
  return field === undefined
    ? undefined
    : Response.json({ ...MALFORMED_REQUEST, field }, { status: 400 })
}

/** Paths with data of a single shopper: requests for somebody else's are answered as for an unknown id. */
const OWNED = /^\/(api\/)?(orders|checkout|cart|mylist|user|desk|track)(\/|$)/
const REFUSED = new Set([403, 404])

/** Logs requests for somebody else's data, with an account or without: many of them are an attack. */
function logForeignAccess(
  { logger }: Log,
  { url, method }: Request,
  asked: {
    requestId: string
    address: string | undefined
    user: string | undefined
    status: number
  },
): void {
  const { requestId: id, address, user, status } = asked
  const { pathname: path } = new URL(url)
  if (!REFUSED.has(status) || !OWNED.test(path)) return
  logger.warn({ id, method, path, status, user, address }, 'A shopper asked for what is not theirs')
}

const inAMoment = () => setTimeout(REFRESH_MS, undefined, { ref: false })

/** Pages that search, filter or sort; also home, for visitors with a country. */
const SEARCHES = /^\/($|search$|api\/search$|api\/products)/

function usesSearch(url: string): boolean {
  const { pathname } = new URL(url)
  return SEARCHES.test(pathname) || isListing(pathname)
}
