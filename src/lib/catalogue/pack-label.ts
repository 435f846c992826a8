/** Whether two labels are one pack's, however people write it: `5KG` is `5 kg`. */
export const isSameLabel = (one: string, other: string): boolean => plain(one) === plain(other)

/** The label among those of a product that is meant, the same letters first. */
export const findLabel = (labels: readonly string[], wanted: string): string | undefined =>
  labels.find((label) => label === wanted) ?? labels.find((label) => isSameLabel(label, wanted))

const plain = (label: string) => label.toLowerCase().replaceAll(/\s/g, '')
