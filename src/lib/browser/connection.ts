type Connection = { saveData?: boolean; effectiveType?: string }

const connection = (): Connection | undefined =>
  (navigator as { connection?: Connection }).connection

/** Whether the shopper asks for few bytes, or has a line for no more; then what already works stays as it is. */
export function savesData(): boolean {
  const { saveData, effectiveType = '' } = connection() ?? {}
  return saveData === true || /2g$/.test(effectiveType)
}

/** Whether the shopper asks for few bytes, or the browser knows of a line where each more is felt. */
export function isSlowConnection(): boolean {
  const { saveData, effectiveType = '4g' } = connection() ?? {}
  return saveData === true || effectiveType !== '4g'
}

/** Whether the browser knows of a line where bytes ahead of need cost nobody anything. */
export function isFastConnection(): boolean {
  const { saveData, effectiveType } = connection() ?? {}
  return saveData !== true && effectiveType === '4g'
}
