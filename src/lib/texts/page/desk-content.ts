import { MAX_ORDER_PAISE } from '#lib/limits.ts'
import { formatPaise } from '#lib/money.ts'
import { OWNER_FIELDS } from '#lib/shop.ts'
import { quoted } from '#lib/texts/quoted.ts'

/** What a field of shop.json is called by its form. */
export const wordLabel = (word: string): string => {
  const { words, lists, minimum, returndays, freereturns, composition, pricefilter } =
    deskContentTexts
  const others = { minimum, returndays, freereturns, composition, pricefilter }
  const labels: Record<string, string> = { ...words, ...lists, ...others }
  return labels[word] ?? word
}

/** Texts of the forms for anything but products. */
export const deskContentTexts = {
  title: 'Shop content',
  parts: {
    words: 'Words and promises',
    delivery: 'Delivery PIN codes',
    synonyms: 'Search synonyms',
    banners: 'Banners',
    categories: 'Categories',
    texts: 'Pages and blog',
  },
  save: 'Save',
  words: {
    closed: 'Closed: why no orders are taken and until when; empty while they are',
    name: 'Name of the shop',
    slogan: 'Line above the header',
    address: 'Address',
    phone: 'Telephone number',
    area: 'Where it delivers, in words',
    estimate: 'The country that the cart names under “Estimate for”',
    newslettertitle: 'Title of the newsletter',
    newslettertext: 'What the newsletter offers',
    legalname: 'Legal name of the seller',
    email: 'Email of the shop',
    gstin: 'GSTIN',
    fssai: 'FSSAI number',
    grievance: 'Grievance officer: name, designation, telephone and email',
  },
  lists: {
    points: 'Promises in the footer, up to four, one per line',
    countries: 'Countries it delivers to, one per line',
    noreturns: 'Not taken back: categories, sub-categories or SKUs, one per line',
    sameas: 'Its pages on other sites (https://…), one per line',
  },
  pricefilter: 'Price filter of lists',
  pricefilters: {
    wide: 'From 0 to ₹60,000',
    list: 'From the lowest to the highest price of the list',
  },
  minimum: 'Least order in rupees; leave it empty to take any',
  minimumRule: `an amount from 1 to ${formatPaise(MAX_ORDER_PAISE)}, such as 199`,
  returndays:
    'Days allowed for returns; 0 means no returns; leave it empty to say nothing about returns',
  returndaysRule: 'A number of days, such as 7',
  freereturns: 'What a return costs the customer',
  freereturnsSaid: { no: 'Not said', yes: 'Nothing: returns are free' },
  composition: 'GST scheme',
  compositionSaid: {
    no: 'Regular: the prices include GST, which bills show',
    yes: 'Composition: bills collect no GST, and the shop may deliver only within its own state',
  },
  ownersOnly: () =>
    `Only an owner can change ${OWNER_FIELDS.map((field) => quoted(wordLabel(field))).join(', ')}.`,
  wordWrong: (word: string, rule = '') =>
    `Please look at the field “${wordLabel(word)}” again${rule === '' ? '' : `: ${rule}`}.`,
  daysRule: 'a whole number of days',
  lineRules: {
    points: (said: string) => `“${said}” is too long`,
    countries: (said: string) => `${said} is not a country the shop knows`,
    noreturns: (said: string, like?: string) =>
      `the shop has no category and no product called ${said}${like === undefined ? '' : ` (did you mean ${like}?)`}`,
    sameas: (said: string) => `${said} is not an address that begins with https://`,
  },
  pins: 'PIN codes, whole or just their first digits, one per line',
  pinsHint:
    '411 covers all of Pune. After a comma you can say when it comes: 411, in 2 to 5 days. With no PIN codes, the shop delivers everywhere in its countries.',
  synonyms: 'Names of one thing separated by commas, one thing per line',
  synonymsHint:
    'For example: besan, gram flour, chickpea flour. Whoever searches for one of them finds the others as well.',
  banner: {
    alt: 'What the picture shows',
    title: 'Title',
    text: 'Text',
    link: 'Links to (such as /category/vegetables)',
    order: 'Position',
    from: 'Shown from',
    until: 'Shown until',
  },
  bannerOf: (n: number) => `Banner ${n}`,
  bannerBare: (n: number) =>
    `Banner ${n} needs a picture. Please choose one, or clear its other fields.`,
  bannerNew: 'New banner',
  bannersHint:
    'Each banner needs a picture; 1200 × 400 works best. With no start, a banner shows at once; with no end, it stays. Times are Indian time.',
  bannerGone: 'Remove this banner',
  bannerHidden: 'Not shown now',
  categoryHint:
    'If you rename a category, its products move with it and the old address leads to the new one. The smallest number comes first.',
  categoryName: 'Name',
  categoryOrder: 'Position',
  categoryNew: 'New category',
  categorySubs: 'Its sub-categories, one per line',
  categoryAddSubs: 'New sub-categories, one per line',
  subsOf: (count: number) => `Sub-categories (${count})`,
  categoryRemove: 'Remove it (it has no products)',
  categoryTwice: (name: string) => `Two categories cannot have the same name: ${name}.`,
  categoryNameless: 'The new category has no name. Please give it one, or clear its other fields.',
  categoryGoneSubs: (name: string) =>
    `${name} cannot be removed and have new sub-categories. Please untick “Remove it”, or clear its new sub-categories.`,
  categoryMoved: (names: string[]) =>
    `${names.join(', ')}: renamed or removed by a colleague in the meantime. Please look at the categories as they are now and save again.`,
  pictureGone: 'Remove the picture',
  orderWrong: (name: string) => `The position of ${name} must be a whole number, such as 10.`,
  kinds: { page: 'Pages', blog: 'Blog' },
  newText: { page: 'New page', blog: 'New article' },
  noTexts: 'There are none yet.',
  address: 'Address (a-z, 0-9 and dashes)',
  addressHint: 'If you change it, the old address leads to the new one.',
  textTitle: 'Title',
  textDescription: 'Description, for search engines and lists',
  date: 'Date',
  dateHint: 'An article whose day is still to come is shown from that day on, Indian time.',
  shownFrom: (day: string) => `Shown from ${day}`,
  body: 'Text (Markdown)',
  remove: 'Remove it from the shop',
  addressWrong:
    'The address may contain only lower-case letters a-z, digits and single dashes, such as about-us.',
  addressTaken: (id: string) => `There is already a text at ${id}.`,
  formerly: 'Old addresses that lead to it, separated by commas',
  formerWrong: (most: number) =>
    `Please write at most ${most} old addresses, separated by commas, such as soft-rotis, rotis.`,
  formerTwice:
    'When a text moves, its old addresses move with it. Save the new address first; then you can remove old ones.',
  textChanged:
    'This text was changed by somebody else since you opened this form. What you typed is still here: saving again replaces theirs with yours. To see theirs first, open the text in another window.',
  textMoved: (id: string) =>
    `Somebody else has moved this text to the address ${id} since you opened this form. What you typed is still here: please look at it, and save again to put it in place of what is there.`,
  textGone:
    'This text was removed from the shop since you opened its form. What you typed is still here: saving again adds it as a new one.',
} as const
