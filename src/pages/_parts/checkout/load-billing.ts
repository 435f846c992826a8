import type { AstroGlobal } from 'astro'
import type { BillingStart, SavedAddress } from '#islands/checkout/AddressStep.tsx'
import { isCountry } from '#lib/checkout/countries.ts'
import type { BillingRules } from '#lib/checkout/billing.ts'
import { BILLING_FIELDS } from '#lib/checkout/billing-fields.ts'
import { findFaults } from '#lib/checkout/billing-form.ts'
import { chosenPin, findPlace } from '#lib/server/orders/place.ts'
import { awaitsCode } from '#lib/server/accounts/phone-code.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import { listAddresses } from '#lib/server/shopper/addresses.ts'
import type { Buyer } from '#lib/server/shopper/guests/shopper.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { NO_FORM, readFormCookie } from '#lib/server/http/form-cookie.ts'
import { BILLING_COLUMNS } from './billing-columns.ts'

type Texts = Record<string, string>
type LoadedBilling = {
  start: BillingStart
  /** Errors of a form that was sent back, by field. */
  faults: Texts
  /** The values of such a form. */
  typed: Texts
  /** The shopper chose cash on delivery now, or paid that way last time. */
  wantsCod: boolean
  /** A code was sent to the phone and has to be entered. */
  asksCode: boolean
}

type Page = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>

/**
 * The values BILLING DETAILS starts with: what was typed or else the chosen address, the usual one,
 * or that of the last order.
 */
export async function loadBilling(page: Page, user: Buyer): Promise<LoadedBilling> {
  const { db, location } = page.locals
  const { isGuest } = user
  const rules = { isMailOptional: isGuest }
  const refused = refusedForm(page, user, rules)
  const saved = await addressesOf(db, user.id, page.url.searchParams.get('address'))
  const chosen = saved.find(({ isChosen }) => isChosen)?.fields
  const values = {
    ...{ fullname: user.name, email: user.email, phonenumber: await phoneOf(db, user.id) },
    country: location === 'All' ? await usualCountry(db) : location,
    ...(chosen ?? (await lastDelivery(db, user)) ?? (await chosenPlace(page))),
    ...refused?.values,
  }
  // A refused form is shown as it was typed, with no address chosen.
  const addresses = saved.map((one) => ({ ...one, isChosen: one.isChosen && !refused }))
  const isComplete = !refused && findFaults(values, { ...rules, isCountry }).faults.length === 0
  const payment = refused?.values['payment']
  // Holds as well in a tab that was reloaded while the shopper read the message.
  const asksCode = refused?.asksCode || (await awaitsCode(db, user.id))
  return {
    start: { values, addresses, isComplete, isGuest },
    faults: refused?.faults ?? {},
    typed: refused?.values ?? {},
    asksCode,
    wantsCod: payment === undefined ? asksCode || (await paidCash(db, user.id)) : payment === 'cod',
  }
}

/** India if the shop delivers there, else its first country. */
async function usualCountry(db: Db): Promise<string> {
  const { countries } = await loadShop(db)
  return countries.includes('India') ? 'India' : (countries[0] ?? 'India')
}

/**
 * The form that was just refused, or that waited for its account to sign in again. Its cookie is
 * read once.
 */
function refusedForm({ locals, request, response }: Page, { userid }: Buyer, rules: BillingRules) {
  const { flash } = locals
  const failed = readFormCookie(request.headers.get('cookie'), '/checkout')
  if (!failed) return undefined
  response.headers.append('set-cookie', NO_FORM)
  const { account = userid, ...values } = failed.values
  if (account !== userid) return undefined
  if (!flash?.error) return { values, faults: {}, asksCode: false }
  const { faulty } = failed
  const { faults } = findFaults(values, { ...rules, isCountry })
  // An error that only the server can find, such as where it delivers, is in its message.
  const further = [...BILLING_FIELDS, 'note' as const]
    .filter((field) => faulty.includes(field) && faults.length === 0)
    .map((field) => ({ field, text: flash?.msg ?? '' }))
  const beside = [...faults, ...further].map(({ field, text }) => [field, text] as const)
  const asksCode = faulty.includes('phonecode')
  return { values, faults: Object.fromEntries(beside), asksCode }
}

async function addressesOf(db: Db, userId: string, wanted: string | null): Promise<SavedAddress[]> {
  const all = await listAddresses(db, userId)
  const isThere = all.some(({ _id }) => _id === wanted)
  return all.map(({ _id, isdefault, ...fields }, at) => ({
    ...{ id: _id, fields },
    isChosen: isThere ? _id === wanted : at === 0,
  }))
}

/** The PIN code chosen in this browser, with city and state as far as they are certain. */
async function chosenPlace({ locals, request }: Page): Promise<Texts | undefined> {
  const place = await findPlace(locals.db, chosenPin(request))
  return place && { country: 'India', zipcode: place.pin, city: place.city, state: place.state }
}

async function phoneOf(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('user')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.phone ?? ''
}

/**
 * Where the last order went, as far as it was said: an order without an email leaves that of the
 * account. For a guest only an order being paid: somebody else may use this
 * browser tomorrow.
 */
async function lastDelivery(db: Db, { id, isGuest }: Buyer): Promise<Texts | undefined> {
  const row = await db
    .selectFrom('attempt')
    .select(BILLING_COLUMNS)
    .where('user_id', '=', id)
    .$if(isGuest, (query) => query.where('state', '=', 'open'))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row && Object.fromEntries(Object.entries(row).filter(([, text]) => text !== ''))
}

/** Whether the last order was cash on delivery. */
async function paidCash(db: Db, userId: string): Promise<boolean> {
  const last = await db
    .selectFrom('orders')
    .select('payment_id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return last?.payment_id === null
}
