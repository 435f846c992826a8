const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase())

/**
 * A product's name with brand and pack, unless the name contains them already: `Doabari Basmati 1
 * kg`.
 */
export function fullName({ brand, name }: { brand: string; name: string }, label: string): string {
  const branded = brand === '' || has(name, brand) ? name : `${brand} ${name}`
  return label === '' || has(branded, label) ? branded : `${branded} ${label}`
}
