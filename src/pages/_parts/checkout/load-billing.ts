import type { AstroGlobal } from 'astro'
import { BILLING_FIELDS } from '#lib/checkout/checkout.ts'
import { type FieldFault, findFaults } from '#lib/checkout/billing-form.ts'
import { listAddresses } from '#lib/server/accounts/addresses.ts'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { noFormCookie, readFormCookie } from '#lib/server/http/form-cookie.ts'
import { BILLING_COLUMNS } from './billing-columns.ts'

/** An address of one's own book, as the form takes it. */
type SavedAddress = { id: string; fields: Record<string, string>; isChosen: boolean }

/** What BILLING DETAILS starts with, and what is wrong with it. */
export type BillingStart = {
  values: Record<string, string>
  faults: FieldFault[]
  addresses: SavedAddress[]
  /** What came back from a refused form: it is shown as it was typed. */
  isRefused: boolean
}

type Page = Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>

/** What was typed; else the chosen address, the usual one, or where the last order went. */
export async function loadBilling(page: Page, user: SignedInUser): Promise<BillingStart> {
  const { db, location } = page.locals
  const typed = refusedForm(page)
  const addresses = await addressesOf(db, user.id, page.url.searchParams.get('address'))
  const chosen = addresses.find(({ isChosen }) => isChosen)?.fields
  const values = {
    ...{ fullname: user.name, email: user.email, phonenumber: await phoneOf(db, user.id) },
    country: location === 'All' ? 'India' : location,
    ...(chosen ?? (await lastDelivery(db, user.id))),
    ...typed?.values,
  }
  return { values, faults: typed?.faults ?? [], addresses, isRefused: typed !== undefined }
}

/** The form that was just refused; its cookie is read once. */
function refusedForm({ locals, request, response }: Page) {
  const { flash } = locals
  const failed = flash?.error ? readFormCookie(request.headers.get('cookie')) : undefined
  if (!failed) return undefined
  response.headers.append('set-cookie', noFormCookie('/checkout'))
  const { values, faulty } = failed
  const { faults } = findFaults(values)
  // What only the server knows, such as where it delivers, it has said in its message.
  const further = [...BILLING_FIELDS, 'note' as const]
    .filter((field) => faulty.includes(field) && faults.length === 0)
    .map((field) => ({ field, text: flash?.msg ?? '' }))
  return { values, faults: [...faults, ...further] }
}

async function addressesOf(db: Db, userId: string, wanted: string | null): Promise<SavedAddress[]> {
  const all = await listAddresses(db, userId)
  const isThere = all.some(({ _id }) => _id === wanted)
  return all.map(({ _id, isdefault, ...fields }, at) => ({
    ...{ id: _id, fields },
    isChosen: isThere ? _id === wanted : at === 0,
  }))
}

async function phoneOf(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('user')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.phone ?? ''
}

async function lastDelivery(db: Db, userId: string): Promise<Record<string, string> | undefined> {
  const row = await db
    .selectFrom('attempt')
    .select(BILLING_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row
}
