/** What an editor reads about a refused row: what was found, and what is expected. */

const SHOWN = 60

/** A found value, short enough for one line. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return `“${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}”`
}

const code = (char: string) =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const times = (count: number) => (count === 1 ? '1 column' : `${count} columns`)

export const reasons = {
  // The row as a whole
  tooFewColumns: (found: number, expected: number) =>
    `The row has ${times(found)}, the header has ${expected}. Add a comma for each empty column.`,
  tooManyColumns: (found: number, expected: number) =>
    `The row has ${times(found)}, the header has ${expected}. Put a text with a comma in it in double quotes.`,
  openQuote:
    'The double quote that opens this text is never closed, so the rest of the file was read as part of it. Close it, and double any quote inside the text ("").',
  strayQuote: (line: number) =>
    `There is a double quote in the middle of the text (line ${line}). Put the whole text in double quotes, and double any quote inside it ("").`,
  rowTooLarge: (hasOpenQuote: boolean) =>
    hasOpenQuote
      ? 'The double quote that opens this text is not closed within 1 MiB. Close it, and double any quote inside the text ("").'
      : 'The row is larger than 1 MiB, more than any product needs. Is this a CSV file with one product per line?',
  notUtf8: 'The text contains bytes that are not UTF-8. Save the file as “CSV UTF-8”.',
  forbiddenCharacter: (char: string) =>
    char === '\0'
      ? 'The text contains a NUL byte. Type it again.'
      : `The text contains the invisible control character ${code(char)}. Type the text again.`,

  // sku and texts
  skuMissing: 'The sku is missing. Every product needs its own.',
  skuInvalid: (sku: string) =>
    `The sku is ${shown(sku)}. It may contain letters A–Z, digits, dots, dashes and underscores, at most 50 in all.`,
  skuTwice: (sku: string, line: number) =>
    `The sku ${shown(sku)} is already on line ${line}. Each sku may be used only once.`,
  nameMissing: 'The name is missing.',
  nameWithoutLetter: (name: string) => `The name is ${shown(name)}. It needs a letter or a digit.`,
  categoryMissing: 'The category is missing.',
  categoryMissingFor: (subcategory: string) =>
    `The category is missing, although there is a sub-category (${shown(subcategory)}).`,
  tooLong: (what: string, length: number, most: number) =>
    `The ${what} has ${length} characters. At most ${most} are allowed.`,
  tooMany: (what: string, count: number, most: number) =>
    `There are ${count} ${what}. At most ${most} are allowed.`,

  // Prices
  priceMissing: 'The price is missing.',
  priceInvalid: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. Write rupees as a plain number, such as 98 or 98.50.`,
  priceSign: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. Write the number alone, without a currency sign.`,
  priceComma: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. Write it without commas, such as 1299.00. If the whole list uses decimal commas, say so under “Match columns”.`,
  priceDecimals: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. A price has at most two decimals.`,
  priceExponent: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. Write out all the digits, such as 1000, without an e.`,
  priceInfinite: (what: string, text: string) =>
    `The ${what} is ${shown(text)}, which is not an amount. Write rupees as a plain number, such as 98.50.`,
  priceZero: (what: string) => `The ${what} is 0. It must be more than 0.`,
  priceNegative: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. It must be more than 0.`,
  priceTooLarge: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. It must be below 10000000 rupees.`,
  paiseInvalid: (what: string, text: string) =>
    `The ${what} is ${shown(text)}. Write whole paise, such as 9850 for 98.50 rupees.`,
  oldPriceBelow: (old: string, price: string) =>
    `The old price (${old}) is lower than the price (${price}). Give the earlier, higher price, or leave it empty.`,

  // Sales
  saleNotBelow: (sale: string, price: string) =>
    `The sale price (${sale}) is not lower than the price (${price}).`,
  saleWithoutPrice: 'There are sale times, but no sale price. Give one, or clear the times.',
  saleCount: (found: number, packs: number) =>
    `There are ${found} sale prices for ${packs} packs. Give one for each pack, in the same order, separated by |; an empty one leaves that pack as it is.`,
  saleEndsEarly: (until: string, from: string) =>
    `The sale ends (${until}) before it begins (${from}).`,
  bannerEndsEarly: 'The banner ends before it begins.',
  timeInvalid: (column: string, text: string) =>
    `The ${column} is ${shown(text)}. Write the date and time in India, such as 2026-11-30 18:00, or just the date.`,
  timeMonthFirst: (column: string, text: string) =>
    `The ${column} is ${shown(text)}. Write the date and time in India, ${DAY_FIRST} 27/11/2026. If the whole list puts the month first, say so under “Match columns”.`,

  // Stock
  stockInvalid: (text: string) =>
    `The stock is ${shown(text)}. Write a whole number, 0 or more; +12 or -3 to add or take away; or leave it empty if it is not counted.`,
  stockNegative: (text: string) =>
    `The stock is ${shown(text)}. It cannot be below 0. To take units away, use a list of only sku and stock.`,
  stockDecimals: (text: string) => `The stock is ${shown(text)}. Only whole units can be counted.`,
  stockExponent: (text: string) =>
    `The stock is ${shown(text)}. Write out all the digits, such as 1000, without an e.`,
  stockTooLarge: (text: string) =>
    `The stock is ${shown(text)}. At most 2147483647 can be counted.`,
  stockCount: (found: number, packs: number) =>
    `There are ${found} stocks for ${packs} packs. Give one for each pack, in the same order, separated by |.`,
  stockWasChanged:
    'The export fills the column stockwas with what the stock was then. Leave it as it is, or clear the cell.',
  stockFewerOfNone: (label: string) =>
    `${label === '' ? 'The product' : shown(label)} is new, so nothing can be taken from its stock. Write how many there are.`,
  stockMoreUncounted:
    'The stock has not been counted so far, so nothing can be added or taken away. Write how many there are.',
  stockMoreWatched:
    'A watched list is imported at every save, so + and - would be applied each time. Write how many there are, or import the list instead.',
  packNeedsStock: (label: string) =>
    `${label === '' ? 'The product without packs' : shown(label)} is new, and the stock of what it replaces is counted. Enter its stock in the column stock. To have it always in stock, clear its stock with a separate list.`,
  packBesideCounted: (label: string) =>
    `${label === '' ? 'The product without packs' : shown(label)} is new, and the product’s other packs are counted. Enter the stock of every pack in the column stock; an empty one is always in stock.`,
  packReplaced: (label: string, units: number) =>
    `${label === '' ? 'The product without packs' : shown(label)} replaces something that sold ${units} since the stock was counted. When you rename a pack, keep the number and order of the packs, or set the stocks from the list (--set-stock).`,
  stockOverwritten: (products: number, units: number, isSinceExport: boolean) =>
    `The list sets the stock of ${products === 1 ? '1 product' : `${products} products`} that sold ${units} ${isSinceExport ? 'since your last export' : 'since they were added'}, which would bring back units already sold. Edit a fresh export, leave the stocks alone with --keep-stock, or, if you have just counted the shelf, set them with --set-stock.`,

  // Choices and packs
  choiceTwice: (label: string) => `${shown(label)} appears twice. Each choice needs its own name.`,
  choiceEmpty: 'There is an empty choice. Write the choices separated by a single |.',
  packsTwice: (first: string, second: string) =>
    `Both ${first} and ${second} have prices. Only one of ram, size and weight may.`,
  packWithoutPrice: (label: string) =>
    `${shown(label)} has no price, but other packs do. Give every pack a price, as in 500 g=62.00|1 kg=118.00.`,
  packPrice: (column: string, found: string, first: string) =>
    `The ${column} is ${found}, but the first pack’s is ${first}. Leave it empty, or write the same.`,

  // Others
  featuredInvalid: (text: string) =>
    `Featured is ${shown(text)}. Write yes or no (or 1, 0, true, false), or leave it empty.`,
  withdrawnInvalid: (text: string) =>
    `Withdrawn is ${shown(text)}. Write yes to take the product out of the shop, or leave it empty.`,
  withdrawnUnknown: 'The shop does not have this product, so it cannot be withdrawn.',
  countryUnknown: (text: string) =>
    `${shown(text)} is not a country the shop knows. Write English names separated by |, such as India|Nepal, or leave it empty for everywhere.`,
  imageIsAddress: (text: string) =>
    `The image is ${shown(text)}. Only names of files in the folder images are allowed, no addresses.`,
  imageLeavesFolder: (text: string) =>
    `The image is ${shown(text)}. Only names of files in the folder images are allowed, no paths.`,
  imageKind: (text: string) =>
    `The image is ${shown(text)}. Its name must end in .jpg, .jpeg, .png, .webp or .avif.`,
  imageMissing: (file: string) => `There is no image ${shown(file)} in the folder images.`,
  imageUnknown: (file: string) =>
    `The shop has no image ${shown(file)} yet. Put it in a folder named images beside the file.`,
  imageBroken: (file: string) => `The file ${shown(file)} cannot be read as an image.`,
  imageTooLarge: (file: string) =>
    `The image ${shown(file)} is too large. At most 20 MB and 40 million pixels are allowed.`,
  ratingInvalid: (text: string) =>
    `The rating is ${shown(text)}. Write a number from 1 to 5 with at most one decimal, or leave it empty.`,
  reorderInvalid: (text: string) =>
    `The reorder level is ${shown(text)}. Write a whole number such as 12, or leave it empty.`,
  costOfPacks: (text: string) =>
    `The cost is ${shown(text)}. Write one number, or one for each pack with its name: 500 g=40|1 kg=75.`,
  gstInvalid: (text: string) =>
    `The gst is ${shown(text)}. Write a percentage from 0 to 100, such as 5 or 18.`,
  vegInvalid: (text: string) => `Veg is ${shown(text)}. Write veg or nonveg, or leave it empty.`,
  gtinInvalid: (text: string) =>
    `The gtin is ${shown(text)}. Write the 8, 12, 13 or 14 digits of the barcode, or leave it empty.`,
  gtinWrongDigit: (text: string) =>
    `The gtin is ${shown(text)}, whose last digit does not fit the others. Check it against the pack.`,
  hsnInvalid: (text: string) => `The hsn is ${shown(text)}. Write its 4, 6 or 8 digits.`,
  specInvalid: (text: string) =>
    `The spec is ${shown(text)}. Write name=value, with | between several.`,
  specTwice: (key: string) => `The spec ${shown(key)} appears twice.`,

  brokenLetters: ({ broken, meant }: { broken: string; meant: string }) =>
    `${BROKEN} by a program that opened the file in the wrong encoding: ${shown(broken)} was ${shown(meant)}. Have them repaired, or use the original file.`,

  // The file as a whole
  fileEmpty:
    'The file is empty. Its first line must name the columns, such as sku,name,category,price.',
  columnMissing: (column: string) =>
    `The column ${column} is missing. The first line must name it.`,
  skuAlone: 'The only column is sku. Add a column to change, such as price.',
  columnAlone: (column: string, other: string) =>
    `The column ${column} needs the column ${other} beside it.`,
  newNeeds: (columns: readonly string[]) =>
    `The shop has no product with this sku, and a new one also needs the columns ${columns.join(', ')}.`,
  columnTwice: (column: string) => `The first line names the column ${column} twice.`,
  headerBroken: 'The first line cannot be read as column names. Is this a CSV file in UTF-8?',
  mapColumnMissing: (column: string) =>
    `The map names the column ${shown(column)}, which is not in the first line of the file.`,
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
  foreignTooLarge: 'The file has more than 100 MB of text. Export the products in parts.',
  noSuchExport: (name: string, column: string) =>
    `The file is not a product export from ${name}: it has no column ${shown(column)}.`,
  tooManyRows: (most: number) => `The file has more than ${most} rows.`,
  shopInvalid: (text: string) => `shop.json: ${text}`,
  shopKeyUnknown: (key: string) => `${shown(key)} is not known.`,
  shopValue: (key: string, expected: string) =>
    key === '' ? 'The file must hold one object {…}.' : `${key} must be ${expected}.`,
  noJson: 'This is not valid JSON. A comma or a quote may be missing.',
  noProducts: 'There is no products.csv in the folder.',
  unreadable: (path: string) => `The file ${path} cannot be read.`,
  orderInvalid: (text: string) =>
    `The order is ${shown(text)}. Write a whole number, 0 or more, or leave it empty.`,
  linkInvalid: (text: string) =>
    `The link is ${shown(text)}. Write an address of this shop, such as /category/rice.`,
  notPin: 'Write the first one to six digits of a PIN code, such as 560 or 560001.',
  notSynonyms: (most: number) =>
    `Write two to ${most} names of the same thing with | between them, such as besan|gram flour.`,
  tooManySynonyms: (most: number) => `At most ${most} lines are allowed; remove some.`,
  categoryTwice: (name: string, line: number) => `${shown(name)} is already on line ${line}.`,
  valueMissing: (column: string) => `The ${column} is missing.`,
}

const DAY_FIRST = 'the day first, as in'
export const tellsMonthFirst = (reason: string): boolean => reason.includes(DAY_FIRST)
const BROKEN = 'These letters were broken'
/** Whether a row was refused for letters that can be repaired. */
export const tellsBrokenLetters = (reason: string): boolean => reason.includes(BROKEN)

export const warnings = {
  partial: (columns: string[]) =>
    `The list changes only ${columns.join(', ')} of products already in the shop`,
  unknownColumns: (names: string[]) =>
    `${names.length === 1 ? 'This column is' : 'These columns are'} unknown and left out: ${names.join(', ')}`,
  readAs: (encoding: string) =>
    `The file is saved as ${encoding}, not UTF-8, and is read that way. Check that accents are right`,
  oneSheet: (name: string, others: string[]) =>
    `Only the sheet ${shown(name)} is read; left out: ${others.slice(0, 5).join(', ')}`,
  separatedBy: (name: string) => `The columns are separated by ${name} and are read that way`,
  monthFirst:
    'Dates in the list have the month first, such as 11/27/2026, so 05/11/2026 may be the 11th of May: say under “Match columns” which comes first',
  drafts: (count: number) =>
    `${count === 1 ? '1 product is' : `${count} products are`} not published there, so left out`,
  picturesMissing: (names: string[]) =>
    `${names.length === 1 ? '1 picture is' : `${names.length} pictures are`} not in the folder images beside the file, so left out: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`,
  stockShort: (count: number) =>
    `${count === 1 ? '1 stock' : `${count} stocks`} had fewer units left than were taken; 0 are left now`,
  ownersKept: (fields: string[]) =>
    `shop.json: ${fields.join(', ')} ${fields.length === 1 ? 'stays as it is' : 'stay as they are'}: only an owner can change ${fields.length === 1 ? 'it' : 'them'}`,
  packsKept: (count: number) =>
    `${count === 1 ? '1 product keeps' : `${count} products keep`} the prices of packs, because the file has none of the columns ram, size and weight`,
}
