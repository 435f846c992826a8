import { parseMeasure } from './unit-price.ts'

/** Whether two labels are one pack's, however people write it: `5KG` is `5 kg`, and `1000 gm` is `1 kg`. */
export const isSameLabel = (one: string, other: string): boolean =>
  quantity(one) === quantity(other)

/** The label among those of a product that is meant, the same letters first. */
export const findLabel = (labels: readonly string[], wanted: string): string | undefined =>
  labels.find((label) => label === wanted) ??
  labels.find((label) => plain(label) === plain(wanted)) ??
  labels.find((label) => isSameLabel(label, wanted))

const plain = (label: string) => label.toLowerCase().replaceAll(/\s/g, '')

/** A weight or volume in its smallest unit; six of 100 g are no pack of 600 g, and keep their letters. */
function quantity(label: string): string {
  const measure = /^\d+(\.\d+)?\s*[a-z]+\.?$/i.test(label) ? parseMeasure(label) : undefined
  return measure ? `${measure.amount} ${measure.unit}` : plain(label)
}
