import * as z from 'zod/mini'
import type { Order } from './order.ts'

/** The seller's details on a bill, as they were on the day it was made out. */
export const sellerSchema = z.object({
  ...{ name: z.string(), legalname: z.string(), address: z.string(), phone: z.string() },
  ...{ email: z.string(), gstin: z.string(), fssai: z.string() },
  composition: z._default(z.boolean(), false),
})
export type Seller = z.infer<typeof sellerSchema>

/** Whether a seller collects GST: with a GSTIN, unless under the composition scheme (P23). */
export const collectsTax = ({ gstin, composition }: Pick<Seller, 'gstin' | 'composition'>) =>
  gstin !== '' && !composition

/** Which bill a seller writes for goods that bear tax, or for others. */
export const billKind = (seller: Seller, isTaxed: boolean): 'invoice' | 'supply' =>
  isTaxed && collectsTax(seller) ? 'invoice' : 'supply'

/** The lines that a bill lists, each with how much of it. */
export const billLinesSchema = z.array(z.object({ position: z.int(), quantity: z.int() }))

type Buyer = Pick<
  Order,
  'name' | 'address' | 'city' | 'zipcode' | 'state' | 'country' | 'phonenumber'
>

/** Name, address and phone of a buyer as they stand on a bill. */
export const buyerLines = (buyer: Buyer): string[] => [
  buyer.name,
  buyer.address,
  `${buyer.city} ${buyer.zipcode}, ${buyer.state}, ${buyer.country}`,
  buyer.phonenumber,
]

/** What the bill of an order was written for, and its nth further one, written anew for another state. */
export const ORDER_CAUSE = 'order'
export const movedToCause = (nth: number): string => `moved to ${nth}`

/** The same of the credit notes for all that was left of the bills before, and for what had been given back of them. */
export const movedFromCause = (nth: number): string => `moved from ${nth}`
export const stillOffCause = (nth: number): string => `still off ${nth}`

const isMoved = ({ cause }: { cause: string }): boolean => cause.startsWith('moved to ')

/** The bill that stands for the whole order: of its move to another state, or else the first. */
export const mainBill = <Bill extends { cause: string }>(bills: readonly Bill[]) =>
  bills.findLast((bill) => isMoved(bill) || bill.cause === ORDER_CAUSE)

type Dated = { kind: string; cause: string; created_at: number }

/** The order of what is written in the same moment. */
const rank = ({ kind, cause }: Dated): number => {
  if (cause.startsWith('moved from ')) return 2
  if (cause.startsWith('moved to ')) return 3
  return kind === 'credit' ? 4 : Number(cause !== ORDER_CAUSE)
}

/** Bills and credit notes in the order written; what is billed in the moment of a credit note is billed before it. */
export const asWritten = <Bill extends Dated>(bills: readonly Bill[]): Bill[] =>
  [...bills].sort((a, b) => a.created_at - b.created_at || rank(a) - rank(b))

/** What the bill of a replacement was written for, by the position of its line. */
export const insteadCause = (position: number): string => `instead ${position}`

/** The same of the credit note for what it replaces. */
export const replacedCause = (position: number): string => `replaced ${position}`

/** What the credit note is written for when less of a line is brought or kept. */
export const fewerCause = (position: number, change: string): string => `line ${position} ${change}`

/** The position of that line; undefined for any other credit note, also of before it was written. */
export const fewerPosition = (cause: string): number | undefined => {
  const position = /^line (\d{1,4}) /.exec(cause)?.[1]
  return position === undefined ? undefined : Number(position)
}

/** The same when a sum is taken off the whole order. */
export const offCause = (change: string): string => `off ${change}`

const LETTERS = { invoice: 'T', supply: 'B', credit: 'C' } as const
type Kind = keyof typeof LETTERS
const KINDS = { T: 'invoice', B: 'supply', C: 'credit' } as const satisfies Record<string, Kind>
const isLetter = (letter: string): letter is keyof typeof KINDS => letter in KINDS

export type BillNumber = { kind: Kind; year: string; number: number }

/** A bill's number as printed, at most sixteen characters (GST rule 46): `T/2627/000042`. */
export const billNumber = ({ kind, year, number }: BillNumber): string =>
  `${LETTERS[kind]}/${year}/${String(number).padStart(6, '0')}`

/** The bill or credit note that a printed number names, in capitals or not; undefined for any other text. */
export function readBillNumber(text: string): BillNumber | undefined {
  const [, letter = '', year = '', number] =
    /^([TBC])\/(\d{4})\/(\d{1,9})$/.exec(text.toUpperCase()) ?? []
  return isLetter(letter) ? { kind: KINDS[letter], year, number: Number(number) } : undefined
}
