import { IMPORT_KEPT_DAYS } from '#lib/limits.ts'

/** What stands in the way of taking an import back. */
export const undoTexts = {
  tooOld: (id: number) =>
    `Import ${id} is too old: earlier values are kept for ${IMPORT_KEPT_DAYS} days.`,
  notKept: (id: number) =>
    `Import ${id} was made by an older version, which did not keep earlier values.`,
  nothingLeft: (id: number) => `Nothing of import ${id} is left to take back.`,
  none: 'There is no import to take back.',
  firstFill: (id: number, shopCall: string) =>
    `Import ${id} filled the shop when it was new. To take even that back, name it: ${shopCall} undo ${id}`,
  onlyByCommand: (id: number, shopCall: string) =>
    `Import ${id} filled the shop when it was new. It can only be taken back on the command line: ${shopCall} undo ${id}`,
  unknown: (id: number) => `There is no import ${id}.`,
  already: (id: number, by: number) => `Import ${id} was already taken back, by import ${by}.`,
  refused: (id: number) =>
    `Import ${id} cannot be taken back: that would overwrite later changes. Nothing was changed.`,
  more: (count: number) => `… and ${count} more.`,

  // What was changed later
  product: (name: string, by: number) => `${name} was new; import ${by} changed it later.`,
  category: (name: string, field: string) => `Category ${name}: its ${field} was changed later.`,
  banners: 'The banners were changed later.',
  content: (kind: 'page' | 'blog', id: string) =>
    `The ${kind === 'blog' ? 'article' : 'page'} ${id} was changed later.`,
  file: (name: string) => `${name} was changed later.`,
  shop: (field: string) => `shop.json: ${field} was changed later.`,
  owners: 'shop.json: only an owner can change who sells and where mail goes.',
}
