/** The most that a figure may be, or the least. */
export type Budget = { most: number } | { least: number }

/**
 * Printed right after the figure, so ` ms` has its own space and `×` has none; `digits` are
 * decimals.
 */
export type Unit = { name: string; digits?: number }

export const MS: Unit = { name: ' ms' }
export const SECONDS: Unit = { name: ' s', digits: 2 }
export const TIMES: Unit = { name: '×', digits: 2 }
export const MEGABYTES: Unit = { name: ' MB' }

/**
 * A figure, with its budget if it has one: `182 ms (budget 150 ms: EXCEEDED)`. A bench that exceeds
 * a budget still measures the rest, then exits with 1.
 */
export function withBudget(
  value: number,
  budget: Budget | undefined,
  { name, digits = 0 }: Unit,
): string {
  const figure = `${value.toFixed(digits)}${name}`
  if (!budget) return figure
  const isKept = 'most' in budget ? value <= budget.most : value >= budget.least
  if (!isKept) process.exitCode = 1
  const goal = 'most' in budget ? `${budget.most}${name}` : `at least ${budget.least}${name}`
  return `${figure} (budget ${goal}${isKept ? '' : ': EXCEEDED'})`
}

/** The count of something that must not happen; any makes the bench exit with 1. */
export function noneOf(what: string, count: number): string {
  if (count > 0) process.exitCode = 1
  return count === 0 ? `no ${what}` : `${count} ${what}: NONE is allowed`
}
