import { MAX_FOREIGN_MIB } from '#lib/limits.ts'
import { quoted } from '#lib/texts/quoted.ts'

/** How to write a value of each type in shop.json. */
const shopTypes: Record<string, string> = {
  string: 'text in quotes, such as "Kirana"',
  number: 'a number without quotes',
  int: 'a whole number without quotes',
  array: 'a list such as ["…", "…"]',
  boolean: 'true or false',
}

/** What an editor is told about a refused file, and about the small files besides products.csv. */
export const fileReasons = {
  fileEmpty:
    'The file is empty. Its first line must name the columns, such as sku,name,category,price.',
  columnMissing: (column: string) =>
    `The column ${column} is missing. The first line must name it.`,
  skuAlone: (unknown: readonly string[]) =>
    unknown.length === 0
      ? 'The only column is sku. Add a column to change, such as price.'
      : `The only known column is sku. Unknown: ${unknown.map(quoted).join(', ')}. Rename them to Kirana’s column names, such as price and stock, or say under “Match columns” what they are.`,
  columnAlone: (column: string, other: string) =>
    `The column ${column} needs the column ${other} beside it.`,
  skuUnknown: 'The shop has no product with this sku.',
  newNeeds: (columns: readonly string[]) =>
    `The shop has no product with this sku, and a new one also needs the columns ${columns.join(', ')}.`,
  columnTwice: (column: string) => `The first line names the column ${column} twice.`,
  headerBroken: 'The first line cannot be read as column names. Is this a CSV file in UTF-8?',
  mapColumnMissing: (column: string) =>
    `The map names the column ${quoted(column)}, which is not in the first line of the file.`,
  utf16: 'The file is UTF-16 (“Unicode text”). Save it as “CSV UTF-8”.',
  notText:
    'The file is neither a CSV file nor an Excel workbook (.xlsx): it may come from an old Excel (.xls), have a password, or be an archive. Save it as .xlsx without a password, or as “CSV UTF-8”.',
  workbookBroken: 'The workbook cannot be read. It may be damaged: open it and save it again.',
  workbookKind: 'The file is not an Excel workbook (.xlsx). Save it as .xlsx, or as “CSV UTF-8”.',
  workbookLocked: 'The workbook has a password. Save it without one.',
  workbookLarge:
    'The workbook is too large. Save only the sheet of products, or save it as “CSV UTF-8”.',
  workbookCell: 'A cell of the workbook is larger than 1 MiB.',
  workbookWide: (most: number) =>
    `The sheet has something beyond column ${most}. Delete whatever is to the right of the list.`,
  oldMac: 'The lines of the file end as on very old Macs. Save it as “CSV UTF-8”.',
  otherSeparator: (name: string) =>
    `The first line has ${name} between its columns. Save the file with commas (“CSV UTF-8”).`,
  foreignRowBroken: (line: number) =>
    `The row on line ${line} has a quote that is never closed, or is too long. Export the file again.`,
  foreignTooLarge: `The file has more than ${MAX_FOREIGN_MIB} MB of text. Export the products in parts.`,
  noSuchExport: (name: string, column: string) =>
    `The file is not a product export from ${name}: it has no column ${quoted(column)}.`,
  tooManyRows: (most: number) => `The file has more than ${most} rows.`,
  shopInvalid: (text: string) => `shop.json: ${text}`,
  shopKeyUnknown: (key: string) => `${quoted(key)} is not known.`,
  shopValue: (key: string, expected: string) =>
    key === '' ? 'The file must hold one object {…}.' : `${key} must be ${expected}.`,
  shopMust: {
    types: shopTypes,
    atMost: (most: number, of: string | undefined) => {
      if (of === 'array') return `a list of at most ${most}`
      return of === 'string' ? `at most ${most} characters long` : `at most ${most}`
    },
    filled: 'filled in',
    addresses: 'a list of web addresses',
  },
  details: {
    email: 'The email cannot receive mail. Write one address, such as shop@example.com.',
    phone: 'The telephone number has too few digits. Write all of it, such as +91 98220 12345.',
    gstin: 'This is not a GSTIN. A GSTIN has 15 letters and digits, such as 27AAPFU0939F1ZV.',
    fssai: 'This is not an FSSAI number. It must have 14 digits, such as 11521012000123.',
  },
  noJson: 'This is not valid JSON. A comma or a quote may be missing.',
  noProducts: 'There is no products.csv in the folder.',
  unreadable: (path: string) => `The file ${path} cannot be read.`,
  orderInvalid: (text: string) =>
    `The order is ${quoted(text)}. Write a whole number, 0 or more, or leave it empty.`,
  linkInvalid: (text: string) =>
    `The link is ${quoted(text)}. Write an address of this shop, such as /category/rice.`,
  notPin: 'Write the first one to six digits of a PIN code, such as 560 or 560001.',
  pinTwice: (pin: string, line: number) => `${pin} is already on line ${line}, with other words.`,
  notSynonyms: (most: number) =>
    `Write two to ${most} names of the same thing with | between them, such as besan|gram flour.`,
  notSynonymsTyped: (most: number) =>
    `Write two to ${most} names of the same thing on a line, with commas between them, such as besan, gram flour.`,
  tooManySynonyms: (most: number) => `At most ${most} lines are allowed; remove some.`,
  categoryTwice: (name: string, line: number) => `${quoted(name)} is already on line ${line}.`,
  valueMissing: (column: string) => `The ${column} is missing.`,
}
