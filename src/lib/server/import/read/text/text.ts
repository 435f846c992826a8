import { isUtf8 } from 'node:buffer'
import { decodeEntities } from './entities.ts'

/** How bytes are read as text. */
export type Encoding = 'utf-8' | 'windows-1252'

const ASCII = /^[\x00-\x7f]*$/

/** Decodes a field (one character per byte) strictly; undefined if it is not valid UTF-8. */
export function decodeField(bytes: string, encoding: Encoding): string | undefined {
  if (ASCII.test(bytes)) return bytes
  // Latin-1 and Windows-1252 differ only in U+0080–009F, which `mapC1` replaces.
  if (encoding === 'windows-1252') return mapC1(bytes)
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString('utf8') : undefined
}

/** The characters of cp1252 at 0x80–0x9F, with a space where it has none. */
const CP1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

function mapC1(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (char) => CP1252[char.charCodeAt(0) - 0x80] ?? ' ')
}

/**
 * Characters that no text of a shop needs: control characters, and those that change the direction of text. Line
 * breaks and tabs are white space.
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** The first forbidden character of a text; undefined if there is none. */
export function findForbidden(text: string): string | undefined {
  return FORBIDDEN.exec(text)?.[0]
}

const BREAK = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi
const UNSEEN = /<(script|style)\b[^<>]*>/gi
const TAG =
  /<\/?(?:a|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)\b[^<>]*>/gi

/**
 * Text of another shop's file as it was meant: entities and C1 control characters are decoded; HTML tags and lost
 * characters (U+FFFD) are removed.
 */
export function decodeForeign(text: string): string {
  if (!/[&<\u007f-\u009f\ufffd\u202a-\u202e\u2066-\u2069\ufeff]/.test(text)) return text
  return dropUnseen(mapC1(decodeEntities(text)))
    .replace(BREAK, '\n')
    .replace(TAG, '')
    .replace(/[\ufffd\u007f]/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
}

/** Removes scripts and styles in a single pass: a malicious field may open thousands and close none. */
function dropUnseen(text: string): string {
  const neverEnds = new Set<string>()
  let kept = ''
  let from = 0
  for (const { 0: tag, 1: kind = '', index } of text.matchAll(UNSEEN)) {
    const name = kind.toLowerCase()
    if (index < from || neverEnds.has(name)) continue
    const end = name === 'script' ? /<\/script\s*>/gi : /<\/style\s*>/gi
    end.lastIndex = index + tag.length
    if (end.test(text)) {
      kept += `${text.slice(from, index)} `
      from = end.lastIndex
    } else neverEnds.add(name)
  }
  return kept + text.slice(from)
}

/** Text on one line with single spaces, for names, units and brands. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Text on several lines: line breaks stay, other white space becomes spaces. */
export function manyLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .trim()
}

const FORMULA = /^'*[=+\-@＝＋－＠]/

/**
 * Spreadsheets take text that begins with = + - or @ for a formula. Exports put an apostrophe before it (and one
 * more if it has one already); imports remove it.
 */
export function protectFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that was passed to `protectFormula`. */
export function unprotectFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
