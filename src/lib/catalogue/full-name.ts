const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/** A product with its brand and pack, as far as its name doesn't say them: `Doabari Basmati 1 kg`. */
export function fullName({ brand, name }: { brand: string; name: string }, label: string): string {
  const branded = brand === '' || has(name, brand) ? name : `${brand} ${name}`
  return label === '' || has(branded, label) ? branded : `${branded} ${label}`
}
