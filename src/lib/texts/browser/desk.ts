import { MAX_LIST_MIB } from '#lib/limits.ts'
import { counted } from '#lib/texts/counted.ts'

const MEGABYTE = 2 ** 20
const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`

type TakenBack = { undoes: number; isPart: boolean; restored: number }
type Undone = TakenBack & { import: number | null }
type Figures = {
  added: number
  changed: number
  withdrawn: number
  rejected: number
  /** Changes other than products, in words. */
  others?: string[]
}

const stockAsks = (products: number, units: number) =>
  `The list sets the stock of ${counted(products, 'product')}; ${counted(units, 'unit')} of ${products === 1 ? 'it' : 'these'} may have been sold since the list was written.`

function takenBack({ undoes, isPart, restored }: TakenBack): string {
  const what = `${isPart ? 'A part of import' : 'Import'} ${undoes} was taken back`
  if (restored === 0) return `${what}: nothing had to change.`
  return `${what}: ${counted(restored, 'entry restored', 'entries restored')}.`
}

/** Texts of the editors' desk. */
export const deskListTexts = {
  // The desk
  title: 'Lists and history',
  intro:
    'Upload a product list, see what it would change, then publish it. Shoppers see none of it until you publish.',
  bring: 'Upload a list',
  file: `Excel workbook (.xlsx), CSV file, or the zip of a catalogue folder (at most ${MAX_LIST_MIB} MB)`,
  drop: 'Choose a file, or drop it here',
  dropHint: 'products.xlsx or .csv, or a zip with products.csv, images, pages …',
  oneFile: 'Please drop one file at a time.',
  withdraws: 'Withdraw products that are not in the list',
  withdrawsHint: 'For complete lists only: whatever is missing from the list is taken off sale.',
  format: 'Columns of the list',
  formats: {
    kirana: 'Kirana’s own',
    shopify: 'Shopify export',
    woocommerce: 'WooCommerce export',
    withdraw: 'SKUs of products to withdraw',
    soldout: 'SKUs of sold-out products',
    matched: 'As you matched them',
  },
  check: 'Check the list',
  sending: (percent: number) => `Sending: ${percent} %`,
  notSent: 'The file could not be sent. Please try again.',
  export: 'Download the products',
  exportHint:
    'Edit it and upload it here again. In the Excel workbook, numbers such as 0042 keep their zeros.',
  exports: { xlsx: 'As Excel workbook', csv: 'As CSV' },
  openLists: 'Not published yet',
  openDead: (n: number) => `${counted(n, 'list')} that could not be read`,
  openNone: 'Nothing is waiting. Unpublished lists are kept for a day.',
  states: {
    checking: 'is being checked',
    checked: 'checked',
    publishing: 'is being published',
    published: 'published',
    unchanged: 'changed nothing',
    failed: 'could not be read',
    discarded: 'discarded',
  },
  history: 'Published',
  historyNone: 'Nothing has been published yet.',
  historyCaption: 'Imports, newest first',
  number: 'Number',
  when: 'When',
  who: 'Who',
  what: 'What',
  figures: 'Figures',
  undo: 'Take back',
  undoOf: (n: number) => `Take back import ${n}`,
  lookAndUndo: (n: number) => `What import ${n} changed; take it back`,
  undoneBy: (n: number) => `taken back by import ${n}`,
  undoes: (n: number) => `took back import ${n}`,
  commandLine: 'command line',
  firstFill: 'first start',
  older: 'Older imports',
  newest: 'Newest imports',
  log: 'What editors have done',
  logNone: 'No activity yet.',
  logCaption: 'Actions at the desk, newest first',
  actions: {
    upload: 'uploaded',
    check: 'checked again',
    preview: 'previewed',
    publish: 'published',
    undo: 'took back',
    discard: 'discarded',
    export: 'downloaded',
    grant: 'gave a role',
    revoke: 'removed a role',
    takedown: 'took down a review',
    show: 'showed a review again',
    takeback: 'deleted their own review',
  },
  filter: 'Filter the history',
  everybody: 'Everybody',
  anyKind: 'All kinds',
  kind: 'Kind',
  show: 'Show',
  figuresOf: ({ added, changed, withdrawn, rejected, others = [] }: Figures) =>
    [
      [added, 'added'],
      [changed, 'changed'],
      [withdrawn, 'withdrawn'],
      [rejected, 'left out'],
    ]
      .filter(([n]) => n !== 0)
      .map(([n, word]) => `${n?.toLocaleString('en-IN')} ${word}`)
      .concat(others)
      .join(', ') || 'no products',

  // One list
  working: 'Working on the list',
  checking: 'Checking …',
  goingLive: 'Published. The pages are going live …',
  live: 'Everything is live.',
  liveImport: (n: number) => `This was import ${n}. You can take it back below.`,
  livePages: 'See what changed',
  reload: 'Reload to see the progress',
  summary: 'What the list says',
  rows: 'rows',
  refused: 'refused',
  added: 'new',
  changed: 'changed',
  asBefore: 'as before',
  withdrawn: 'withdrawn',
  alarms: 'Look at this first',
  notes: 'Notes',
  faults: 'Rows to correct',
  faultsHint:
    'Correct the marked cells in your list and upload it again, or publish without these rows.',
  formFaultsTitle: 'Fields to correct',
  formFaultsHint: 'Go back, correct these fields and save again.',
  formAgain: 'Back to the form',
  formFaults: 'Please go back, correct these fields and save again. Nothing is live yet.',
  broken: (rows: number) =>
    `Another program has broken some letters in ${counted(rows, 'row')}. They can be repaired here.`,
  repair: 'Repair the letters and check again',
  faultsCaption: 'Faulty cells by line of the file',
  line: 'Line',
  sku: 'SKU',
  name: 'Name',
  cell: 'Cell',
  reason: 'What to do',
  emptyCell: 'empty',
  changes: 'What would change',
  changesNone: 'Nothing would change: the shop already has all of this.',
  changesNoRow: 'Nothing would change: no row in the list can be used as it stands.',
  changesAsked: 'Nothing changes until you choose.',
  changesCaption: 'Fields as they are, and as they would be',
  thing: 'Product or entry',
  field: 'Field',
  before: 'Now',
  after: 'After publishing',
  none: 'none',
  pages: 'Pages',
  pagesHint: 'A preview shows the page as it would look. Only you can see it.',
  pageChanges: { added: 'new', changed: 'changes', removed: 'removed' },
  previewLink: (page: string) => `Preview of ${page}`,
  pageHome: 'Home',
  pageNumber: (name: string, number: string) => `${name}, page ${number}`,
  more: (n: number, what: string) => `… and ${n.toLocaleString('en-IN')} more ${what}.`,
  publish: 'Publish',
  publishTitle: 'Publish the list',
  nextSteps: 'What to do next',
  publishGood: (good: number, bad: number, act?: string) =>
    `${act === undefined ? 'Publish' : `${act}: publish`} ${counted(good, 'good row')} without the ${bad === 1 ? 'other one' : `other ${bad.toLocaleString('en-IN')}`}`,
  stockAsks,
  stockAsksFirst: (products: number, units: number) =>
    `Nothing was published. ${stockAsks(products, units)} Check it again and choose what to do with these stocks.`,
  stockModes: {
    keep: 'Leave these stocks as they are',
    set: 'Set them: I have counted the shelf now',
  },
  recheck: 'Check again',
  recheckTitle: 'Read it differently',
  discard: 'Discard',

  // The zip of a folder
  zipBroken: 'This zip file cannot be read. It may be damaged; please create it again.',
  zipEncrypted: 'This zip file has a password. Please create it without one.',
  zipIsWorkbook: 'This workbook cannot be read as a list. Save it as .xlsx, or as “CSV UTF-8”.',
  zipManyFiles: (most: number) =>
    `The zip file has too many files: at most ${most.toLocaleString('en-IN')} are allowed.`,
  zipTooLarge: (most: number) =>
    `The zip file holds too much: unpacked, at most ${megabytes(most)} are allowed.`,
  zipPath: (name: string) =>
    `The zip file points outside its own folder (${name.slice(0, 100)}), so nothing in it was used.`,
  zipNameLong: (name: string) =>
    `The name of ${name.slice(0, 40)}… in the zip file is too long. Please give that file a shorter one.`,
  zipTwice: (name: string) => `The zip file has ${name} twice.`,
  zipWithoutProducts:
    'The zip file holds no part of a catalogue, directly or in a single folder: products.csv, categories.csv, banners.csv, delivery.csv, synonyms.csv, shop.json, pages or blog.',
  zipIgnored: (names: string[]) =>
    `${counted(names.length, 'file')} in the zip ${names.length === 1 ? 'is' : 'are'} not part of a catalogue and ${names.length === 1 ? 'was' : 'were'} left out: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}`,

  picturesOfNone:
    'The zip file holds only pictures, and none of them is named after a picture in the shop, a product’s SKU or a category.',
  picturesUnknown: (names: string[]) =>
    `${counted(names.length, 'picture')} ${names.length === 1 ? 'matches' : 'match'} no picture, SKU or category in the shop, and ${names.length === 1 ? 'was' : 'were'} left out: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' …' : ''}`,

  // A page as it would be
  preview: 'Preview',
  previewOf: (path: string, file: string) => `Preview of ${path} with ${file}: not published`,
  previewBack: 'Back to the list',
  previewNone: 'There would be no page at this address.',
  compare: 'Side by side',
  compareLink: (page: string) => `${page}: side by side`,
  compareOf: (page: string) => `${page}: now, and with the list`,
  compareHint:
    'As a visitor would see it on a phone. Links and buttons do not work here, and only you can see it.',
  compareChoose: 'Which one is shown',
  compareWhole: 'The whole page with the list',
  sides: { now: 'Now', list: 'With this list' },
  sideTitle: { now: 'The page now', list: 'The page with this list' },
  sideNone: {
    now: 'This page is not in the shop yet.',
    list: 'With this list, the page would no longer exist.',
  },

  // What happened
  uploadMissing:
    'Choose a file first: an Excel workbook (.xlsx), a CSV file, or the zip of a catalogue folder.',
  uploadGone: 'The file is no longer kept. Please upload it again.',
  uploadFailed: 'The file could not be checked: something went wrong on our side.',
  uploadTooMuch: 'The list is too large to check in one go. Please upload it in parts.',
  uploadTooLong: 'Checking the list took too long, so it was stopped. Please upload it in parts.',
  uploadInterrupted: 'The check of this list was interrupted twice, so it was not started again.',
  tookTooLong: 'That took too long and was stopped. Nothing was changed.',
  publishFailed: 'Nothing was published: something went wrong on our side. Please try again.',
  publishRefused: 'Nothing was published: there are rows to correct.',
  publishTwice: 'This list is already being published, or has been.',
  publishing: 'The changes are being published.',
  published: (n: number) => `Import ${n} is done. Its pages go live within a second.`,
  unchanged: 'The shop already has all of this: nothing was changed.',
  discarded: 'The list was discarded. Nothing was changed.',
  received: 'The file has arrived and is being checked. Nothing has changed yet.',
  takenBack,
  undone: ({ import: number, ...undone }: Undone) =>
    `${takenBack(undone)}${number === null ? '' : ` This was import ${number}.`}`,
  formWrong: 'The form is not valid. Please go back and try again.',
  tooOften: 'You have saved or uploaded a lot in a short time. Please try again in a few minutes.',
  busy: 'Other lists are being worked on. Please try again in a moment.',
}
