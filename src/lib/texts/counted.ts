/** A number with its noun, in Indian digit grouping: `1 product`, `1,20,000 products`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-IN')} ${many}`
}
