const LONGEST = 80

/** Lower-case ASCII words for an address; empty when the text has no Latin letter or digit. */
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

/** The first of the wanted ids that is free, else the last with a number; it is taken then. */
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
