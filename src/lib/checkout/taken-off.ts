/** What was taken off an order beside the prices of its lines as they are brought, all in paise. */
export const takenOff = (lines: readonly { paise: number }[], duePaise: number): number =>
  Math.max(0, lines.reduce((sum, { paise }) => sum + paise, 0) - duePaise)
