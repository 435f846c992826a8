import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'

/** Stands in a cell whose formula was never calculated; spreadsheets have no such error themselves. */
export const NOT_CALCULATED = '#NOT-CALCULATED!'

/** What spreadsheets show in a cell whose formula failed. */
const ERROR =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA)$/

/** Why a cell has no value, because its formula has none; undefined if it has one. */
export function findCellError(text: string): string | undefined {
  if (!text.startsWith('#')) return undefined
  if (text === NOT_CALCULATED) return rowReasons.notCalculated
  return ERROR.test(text) ? rowReasons.cellError(text) : undefined
}
