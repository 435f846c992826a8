const LONGEST = 80

/** Text as lower-case ASCII words for an address; empty if it has no Latin letter or digit. */
export function slug(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
  if (words.length <= LONGEST) return words
  const cut = words.slice(0, LONGEST)
  return cut.slice(0, Math.max(cut.lastIndexOf('-'), 1))
}

/**
 * Takes the first wanted id that is free, or else the last one with a number appended.
 * @returns the id, which is added to `taken`
 */
export function takeId(taken: Set<string>, wanted: string[]): string {
  const usable = wanted.filter((id) => id !== '')
  const last = usable.at(-1) ?? 'item'
  let id = usable.find((candidate) => !taken.has(candidate))
  for (let number = 2; id === undefined; number++) {
    if (!taken.has(`${last}-${number}`)) id = `${last}-${number}`
  }
  taken.add(id)
  return id
}
