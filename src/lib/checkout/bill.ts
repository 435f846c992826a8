import * as z from 'zod/mini'

/** The seller's details on a bill, as they were on the day it was made out. */
export const sellerSchema = z.object({
  ...{ name: z.string(), legalname: z.string(), address: z.string(), phone: z.string() },
  ...{ email: z.string(), gstin: z.string(), fssai: z.string() },
})
export type Seller = z.infer<typeof sellerSchema>

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

const LETTERS = { invoice: 'T', supply: 'B', credit: 'C' }

/** A bill's number as printed, at most sixteen characters (GST rule 46): `T/2627/000042`. */
export const billNumber = ({
  kind,
  year,
  number,
}: {
  kind: keyof typeof LETTERS
  year: string
  number: number
}): string => `${LETTERS[kind]}/${year}/${String(number).padStart(6, '0')}`
