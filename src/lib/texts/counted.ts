/** `1 product`, `1,20,000 products`: a number with its noun, as it is written in India. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-IN')} ${many}`
}
