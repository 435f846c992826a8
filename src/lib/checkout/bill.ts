import * as z from 'zod/mini'

/** Who sold, as a bill names them: those of the day on which it was written. */
export const sellerSchema = z.object({
  ...{ name: z.string(), legalname: z.string(), address: z.string(), phone: z.string() },
  ...{ email: z.string(), gstin: z.string(), fssai: z.string() },
})
export type Seller = z.infer<typeof sellerSchema>

const LETTERS = { invoice: 'T', supply: 'B', credit: 'C' }

/** A bill's number as it is printed, at most sixteen characters (rule 46 of GST): `T/2627/000042`. */
export const billNumber = ({
  kind,
  year,
  number,
}: {
  kind: keyof typeof LETTERS
  year: string
  number: number
}): string => `${LETTERS[kind]}/${year}/${String(number).padStart(6, '0')}`
