import * as z from 'zod/mini'

/** The seller's details on a bill, as they were on the day it was made out. */
export const sellerSchema = z.object({
  ...{ name: z.string(), legalname: z.string(), address: z.string(), phone: z.string() },
  ...{ email: z.string(), gstin: z.string(), fssai: z.string() },
})
export type Seller = z.infer<typeof sellerSchema>

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
