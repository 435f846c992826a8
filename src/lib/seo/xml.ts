/** What an XML file begins with. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Letters that mean something in XML, and those that it cannot hold at all. */
const SPECIAL = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const REPLACEMENTS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const ALL_SPECIAL = new RegExp(SPECIAL, 'g')

/** Text within an XML element. What XML cannot hold at all is left out. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text.replace(ALL_SPECIAL, (letter) => REPLACEMENTS[letter] ?? '')
}

/** An element that holds a text. */
export const element = (name: string, text: string): string =>
  `<${name}>${escapeXml(text)}</${name}>`
