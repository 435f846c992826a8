import { MAX_PICTURE_MEGAPIXELS, MAX_PICTURE_MIB } from '#lib/limits.ts'
import { counted } from '#lib/texts/counted.ts'
import { quoted } from '#lib/texts/quoted.ts'

const code = (char: string) =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const times = (count: number) => counted(count, 'column')

const packOf = (label: string) => (label === '' ? 'The product without packs' : quoted(label))

/** Suggests an image that the shop has. */
const meant = (image: string | undefined) =>
  image === undefined ? '' : ` Did you mean ${quoted(image)}?`

const imageBeside = 'Put it in a folder named images beside the file.'
const imageInZip = 'Zip the file with a folder images, or upload the image in the product’s form.'

/** Rewords a reason for a file that was uploaded without a folder around it. */
export const ofUpload = (reason: string): string => reason.replaceAll(imageBeside, imageInZip)

/** What an editor is told about a refused row of a list: what was found, and what is expected. */
export const rowReasons = {
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
      : 'The row is larger than 1 MiB, more than any product needs. Is this a list with one product per row?',
  notUtf8: 'The text contains bytes that are not UTF-8. Save the file as “CSV UTF-8”.',
  forbiddenCharacter: (char: string) =>
    char === '\0'
      ? 'The text contains a NUL byte. Type it again.'
      : `The text contains the invisible control character ${code(char)}. Type the text again.`,

  cellError: (text: string) =>
    `The formula in this cell has no result (${text}). Correct it, or type the value in its place.`,
  notCalculated:
    'The formula in this cell was never calculated. Open the file in a spreadsheet program and save it again.',

  // sku and texts
  skuMissing: 'The sku is missing. Every product needs its own.',
  skuInvalid: (sku: string) =>
    `The sku is ${quoted(sku)}. It may contain letters A–Z, digits, dots, dashes and underscores, at most 50 in all.`,
  skuTwice: (sku: string, line: number) =>
    `The sku ${quoted(sku)} is already on line ${line}. Each sku may be used only once.`,
  nameMissing: 'The name is missing.',
  nameWithoutLetter: (name: string) => `The name is ${quoted(name)}. It needs a letter or a digit.`,
  categoryMissing: 'The category is missing.',
  categoryMissingFor: (subcategory: string) =>
    `The category is missing, although there is a sub-category (${quoted(subcategory)}).`,
  tooLong: (what: string, length: number, most: number) =>
    `The ${what} has ${length} characters. At most ${most} are allowed.`,
  tooMany: (what: string, count: number, most: number) =>
    `There are ${count} ${what}. At most ${most} are allowed.`,

  // Prices
  priceMissing: 'The price is missing.',
  priceInvalid: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. Write rupees as a plain number, such as 98 or 98.50.`,
  priceSign: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. Write the number alone, without a currency sign.`,
  priceComma: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. Write it without commas, such as 1299.00. If the whole list uses decimal commas, say so under “Match columns”.`,
  priceDecimals: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. A price has at most two decimals.`,
  priceExponent: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. Write out all the digits, such as 1000, without an e.`,
  priceInfinite: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}, which is not an amount. Write rupees as a plain number, such as 98.50.`,
  priceZero: (what: string) => `The ${what} is 0. It must be more than 0.`,
  priceNegative: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. It must be more than 0.`,
  priceTooLarge: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. It must be below 10000000 rupees.`,
  paiseInvalid: (what: string, text: string) =>
    `The ${what} is ${quoted(text)}. Write whole paise, such as 9850 for 98.50 rupees.`,
  oldPriceBelow: (old: string, price: string) =>
    `The price (${price}) is above the MRP (${old}). A pack may not be sold above its MRP; correct one of them.`,

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
    `The ${column} is ${quoted(text)}. Write the date and time in India, such as 2026-11-30 18:00, or just the date.`,
  timeMonthFirst: (column: string, text: string) =>
    `The ${column} is ${quoted(text)}. Write the date and time in India, the day first, as in 27/11/2026. If the whole list puts the month first, say so under “Match columns”.`,

  // Stock
  stockInvalid: (text: string) =>
    `The stock is ${quoted(text)}. Write a whole number, 0 or more; +12 or -3 to add or take away; or leave it empty if it is not counted.`,
  stockNegative: (text: string) =>
    `The stock is ${quoted(text)}. It cannot be below 0. To take units away, use a list of only sku and stock.`,
  stockDecimals: (text: string) => `The stock is ${quoted(text)}. Only whole units can be counted.`,
  stockExponent: (text: string) =>
    `The stock is ${quoted(text)}. Write out all the digits, such as 1000, without an e.`,
  stockTooLarge: (text: string) =>
    `The stock is ${quoted(text)}. At most 2147483647 can be counted.`,
  stockCount: (found: number, packs: number) =>
    `There are ${found} stocks for ${packs} packs. Give one for each pack, in the same order, separated by |.`,
  stockWasChanged:
    'The export fills the column stockwas with what the stock was then. Leave it as it is, or clear the cell.',
  stockFewerOfNone: (label: string) =>
    `${label === '' ? 'The product' : quoted(label)} is new, so nothing can be taken from its stock. Write how many there are.`,
  stockMoreUncounted:
    'The stock has not been counted so far, so nothing can be added or taken away. Write how many there are.',
  stockMoreWatched:
    'A watched list is imported at every save, so + and - would be applied each time. Write how many there are, or import the list instead.',
  packNeedsStock: (label: string) =>
    `${packOf(label)} is new, and the stock of what it replaces is counted. Enter its stock in the column stock. To have it always in stock, clear its stock with a separate list.`,
  packBesideCounted: (label: string) =>
    `${packOf(label)} is new, and the product’s other packs are counted. Enter the stock of every pack in the column stock; an empty one is always in stock.`,
  packReplaced: (label: string, units: number) =>
    `${packOf(label)} replaces something that sold ${units} since the stock was counted. When you rename a pack, keep the number and order of the packs, or set the stocks from the list (--set-stock).`,
  stockOverwritten: (products: number, units: number, isSinceExport: boolean) =>
    `The list sets the stock of ${counted(products, 'product')} that sold ${counted(units, 'unit')} ${isSinceExport ? 'since your last export' : 'since they were added'}, which would bring back units already sold. Edit a fresh export, leave the stocks alone with --keep-stock, or, if you have just counted the shelf, set them with --set-stock.`,

  // Choices and packs
  choiceTwice: (label: string) => `${quoted(label)} appears twice. Each choice needs its own name.`,
  choiceEmpty: 'There is an empty choice. Write the choices separated by a single |.',
  packsTwice: (first: string, second: string) =>
    `Both ${first} and ${second} have prices. Only one of ram, size and weight may.`,
  packWithoutPrice: (label: string) =>
    `${quoted(label)} has no price, but other packs do. Give every pack a price, as in 500 g=62.00|1 kg=118.00.`,
  packPrice: (column: string, found: string, first: string) =>
    `The ${column} is ${found}, but the first pack’s is ${first}. Leave it empty, or write the same.`,

  // Rows of one pack each
  packsBesideRows:
    'This row lists several packs, while others name one each. Write a row for each pack, or a list with all packs of each product.',
  packInPaise: (label: string) =>
    `The row names one pack, ${quoted(label)}. In a list with prices in paise, packs cannot be changed one by one: write the prices in rupees, or all packs of the product in one row.`,
  packUnnamed: (labels: string[]) =>
    `The product has packs (${labels.join(', ')}), and the row doesn’t say which of them it is for.`,
  packTwice: (label: string, line: number) =>
    `The pack ${quoted(label)} is already on line ${line}. Each pack may have one row.`,
  packRowsDiffer: (column: string, line: number) =>
    `The ${column} differs from that on line ${line}, which is of the same product. Write the same in both, or leave this one empty.`,

  // Others
  featuredInvalid: (text: string) =>
    `Featured is ${quoted(text)}. Write yes or no (or 1, 0, true, false), or leave it empty.`,
  withdrawnInvalid: (text: string) =>
    `Withdrawn is ${quoted(text)}. Write yes to take the product out of the shop, or leave it empty.`,
  withdrawnUnknown: 'The shop does not have this product, so it cannot be withdrawn.',
  countryUnknown: (text: string) =>
    `${quoted(text)} is not a country the shop knows. Write English names separated by |, such as India|Nepal, or leave it empty for everywhere.`,
  imageIsAddress: (text: string) =>
    `The image is ${quoted(text)}. Only names of files in the folder images are allowed, no addresses.`,
  imageLeavesFolder: (text: string) =>
    `The image is ${quoted(text)}. Only names of files in the folder images are allowed, no paths.`,
  imageKind: (text: string) =>
    `The image is ${quoted(text)}. Its name must end in .jpg, .jpeg, .png, .webp or .avif.`,
  imageMissing: (file: string, like?: string) =>
    `There is no image ${quoted(file)} in the folder images.${meant(like)}`,
  imageUnknown: (file: string, like?: string) =>
    `The shop has no image ${quoted(file)} yet.${meant(like) || ` ${imageBeside}`}`,
  imageBroken: (file: string) => `The file ${quoted(file)} cannot be read as an image.`,
  imageTooLarge: (file: string) =>
    `The image ${quoted(file)} is too large. At most ${MAX_PICTURE_MIB} MB and ${MAX_PICTURE_MEGAPIXELS} million pixels are allowed.`,
  ratingInvalid: (text: string) =>
    `The rating is ${quoted(text)}. Write a number from 1 to 5 with at most one decimal, or leave it empty.`,
  reorderInvalid: (text: string) =>
    `The reorder level is ${quoted(text)}. Write a whole number such as 12, or leave it empty.`,
  costOfPacks: (text: string) =>
    `The cost is ${quoted(text)}. Write one number, or one for each pack with its name: 500 g=40|1 kg=75.`,
  gstInvalid: (text: string) =>
    `The gst is ${quoted(text)}. Write a percentage from 0 to 100, such as 5 or 18.`,
  gstShare: (text: string, percent: number) =>
    `The gst is ${quoted(text)}. Write ${percent} for ${percent} %.`,
  vegInvalid: (text: string) => `Veg is ${quoted(text)}. Write veg or nonveg, or leave it empty.`,
  gtinInvalid: (text: string) =>
    `The gtin is ${quoted(text)}. Write the 8, 12, 13 or 14 digits of the barcode, or leave it empty.`,
  gtinWrongDigit: (text: string) =>
    `The gtin is ${quoted(text)}, whose last digit does not fit the others. Check it against the pack.`,
  hsnInvalid: (text: string) => `The hsn is ${quoted(text)}. Write its 4, 6 or 8 digits.`,
  specInvalid: (text: string) =>
    `The specification is ${quoted(text)}. Write name=value, with | between several.`,
  specTwice: (key: string) => `The specification ${quoted(key)} appears twice.`,

  brokenLetters: ({ broken, meant }: { broken: string; meant: string }) =>
    `These letters were broken by a program that opened the file in the wrong encoding: ${quoted(broken)} was ${quoted(meant)}. Have them repaired, or use the original file.`,
}
