import { EDITORS_FORM, MAX_LIST_MIB } from '#lib/limits.ts'

const { parts, pictures, textKib, textsMib } = EDITORS_FORM

/** Above the message, on the small page for an error. */
const titles: Record<number, string> = {
  400: 'That did not work',
  403: 'Request refused',
  404: 'Page not found',
  405: 'Not allowed here',
  408: 'That took too long',
  413: 'Too large',
  414: 'The address is too long',
  415: 'We cannot read that',
  421: 'That is not our address',
  429: 'One moment, please',
  500: 'Something went wrong',
  503: 'We will be right back',
}

/**
 * Messages of the HTTP server about requests that never reach a page or endpoint, or that it cannot
 * serve.
 */
export const serverAnswers = {
  titles,
  requestNumber: (id: string) => `Number of this request: ${id}`,
  toShop: 'To the shop',

  // What is no good request
  notHttp: 'The request is not valid HTTP.',
  badAddress: 'The address is not valid.',
  longAddress: 'The address is too long.',
  doubled: 'A parameter appears twice in this address.',
  otherHost: 'This shop has another address.',
  useHttps: 'Use https.',
  badMethod: 'The method is not valid.',
  noMethod: 'This method is not allowed.',
  wrongMethod: 'This method is not allowed here.',
  expectation: 'The server cannot do what the Expect header asks for.',
  compressed: 'Send the request without compression.',
  noBody: 'This request takes no body.',
  elsewhere: 'This request did not come from the shop.',
  malformedRequest: 'This request is not valid.',
  largeHeaders: 'The headers are too large.',
  nothingHere: 'There is nothing at this address',
  noPage: 'There is no such page.',

  // What it brings
  tooLarge: 'The request is too large.',
  tooSlow: 'The request took too long.',
  notWhole: 'The request was not complete.',
  wrongKind: 'Send JSON or a form, in UTF-8.',
  badJson: 'The JSON is not valid.',
  badForm: 'The form is not valid.',
  unreadForm: 'The form could not be read. Please reload the page.',
  nul: 'The request contains a NUL character, which text cannot have.',
  noFile: 'The form is not valid, or has no file.',
  excess: {
    parts: `The form has more than ${parts.toLocaleString('en-IN')} fields. Upload a list instead.`,
    files: `The form has more than ${pictures} pictures. Upload a zip of them, or save some at a time.`,
    text: `One field of the form has more than ${textKib} KB of text.`,
    texts: `The form has more than ${textsMib} MB of text. Upload a list instead.`,
  },
  notByForm: 'Send the file with the form on the page.',
  largeFile: `The file is too large: at most ${MAX_LIST_MIB} MB are allowed.`,
  diskFull: 'The shop’s disk is full, so the file could not be saved.',
  otherFiles: 'Other files are being uploaded; please try again soon.',
  tooMany: (seconds: number) => `Too many requests; please try again in ${seconds} seconds.`,

  // The shop itself
  fault: 'Something went wrong on our side.',
  notNow: 'The shop cannot do that right now; please try again in a moment.',
  settingUp: 'The shop is being set up; this page will load by itself in a moment.',
  publishing: 'The shop is publishing this file; it will be here in a moment.',
  opening: 'The shop is just opening',

  // To who watches over it
  databaseReadOnly: 'The database cannot be written.',
  folderReadOnly: 'The data folder cannot be written.',
  notPublished: 'The pages are not published yet.',
  unknownState: 'The state of the shop cannot be determined.',
}
