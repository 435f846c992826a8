type Connection = { saveData?: boolean; effectiveType?: string }

const connection = (): Connection | undefined =>
  (navigator as { connection?: Connection }).connection

/**
 * Whether to save data: the shopper asks for it, or the connection is very slow. Optional code is
 * then not loaded.
 */
export function savesData(): boolean {
  const { saveData, effectiveType = '' } = connection() ?? {}
  return saveData === true || /2g$/.test(effectiveType)
}

/** Whether the shopper asks to save data, or the browser reports a connection slower than 4G. */
export function isSlowConnection(): boolean {
  const { saveData, effectiveType = '4g' } = connection() ?? {}
  return saveData === true || effectiveType !== '4g'
}

/** Whether the browser reports a fast connection, on which preloading costs nobody anything. */
export function isFastConnection(): boolean {
  const { saveData, effectiveType } = connection() ?? {}
  return saveData !== true && effectiveType === '4g'
}
