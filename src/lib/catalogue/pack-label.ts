import { parseMeasure } from './unit-price.ts'

/**
 * Whether two labels mean the same pack, however they are written: `5KG` is `5 kg`, `1000 gm` is `1
 * kg`.
 */
export const isSameLabel = (one: string, other: string): boolean =>
  quantity(one) === quantity(other)

/** Finds the label of a product that is meant; an identical spelling comes first. */
export const findLabel = (labels: readonly string[], wanted: string): string | undefined =>
  labels.find((label) => label === wanted) ??
  labels.find((label) => plain(label) === plain(wanted)) ??
  labels.find((label) => isSameLabel(label, wanted))

const plain = (label: string) => label.toLowerCase().replaceAll(/\s/g, '')

/**
 * A weight or volume in its smallest unit. Other labels, such as `6 x 100 g`, are not converted, as
 * that pack is not 600 g.
 */
function quantity(label: string): string {
  const measure = /^\d+(\.\d+)?\s*[a-z]+\.?$/i.test(label) ? parseMeasure(label) : undefined
  return measure ? `${measure.amount} ${measure.unit}` : plain(label)
}
