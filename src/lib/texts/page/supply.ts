import { counted } from '#lib/texts/counted.ts'

/** What a bill says of goods on which no GST is collected. */
export const supplyTexts = {
  /** In the words of rule 5(1)(f) of the CGST Rules. */
  composition: 'Composition taxable person, not eligible to collect tax on supplies',
  /** Of what has no rate, in place of one. */
  unrated: 'No rate',
}

/** A warning of products without a GST rate, in a shop that collects GST. */
export const unratedTexts = {
  found: ({ count, skus }: { count: number; skus: readonly string[] }) =>
    `${counted(count, 'product has', 'products have')} no GST rate and ${count === 1 ? 'is' : 'are'} sold without tax: ${skus.join(', ')}${count > skus.length ? ' …' : ''}`,
  action: 'Fill in the GST rate (column gst); enter 0 for products that bear no GST.',
}
