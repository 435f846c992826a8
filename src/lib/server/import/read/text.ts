import { isUtf8 } from 'node:buffer'
import { decodeEntities } from './entities.ts'

/** How the bytes of a file are read. */
export type Encoding = 'utf-8' | 'windows-1252'

const ASCII = /^[\x00-\x7f]*$/

/** Strict decoding of one field (one character a byte); undefined when it is not UTF-8. */
export function decodeField(bytes: string, encoding: Encoding): string | undefined {
  if (ASCII.test(bytes)) return bytes
  // Latin-1 and Windows-1252 differ in U+0080–009F only, which `mapC1` reads the Windows way.
  if (encoding === 'windows-1252') return mapC1(bytes)
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString('utf8') : undefined
}

/** What cp1252 shows at 0x80–0x9F; a space where it shows nothing. */
const CP1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

function mapC1(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (char) => CP1252[char.charCodeAt(0) - 0x80] ?? ' ')
}

/**
 * A character that no text of a shop needs: a control character, or one that turns the direction of
 * what follows. Line breaks and tabs are white space.
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

export function findForbidden(text: string): string | undefined {
  return FORBIDDEN.exec(text)?.[0]
}

const BREAK = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi
const UNSEEN = /<(script|style)\b[^<>]*>/gi
const TAG =
  /<\/?(?:a|b|blockquote|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)\b[^<>]*>/gi

/**
 * Text of another shop's file as it was meant: entities and C1 control characters are decoded, HTML tags and
 * lost characters (U+FFFD) leave.
 */
export function decodeForeign(text: string): string {
  if (!/[&<\u007f-\u009f\ufffd\u202a-\u202e\u2066-\u2069\ufeff]/.test(text)) return text
  return dropUnseen(mapC1(decodeEntities(text)))
    .replace(BREAK, '\n')
    .replace(TAG, '')
    .replace(/[\ufffd\u007f]/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
}

/** Takes scripts and styles out, in one pass: a hostile field may begin thousands and end none. */
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

/** One line with single spaces: names, units, brands. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Several lines: line breaks stay, other white space becomes a space. */
export function manyLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .trim()
}

const FORMULA = /^'*[=+\-@＝＋－＠]/

/**
 * A spreadsheet takes a text that begins with = + - or @ for a formula. Exports put an apostrophe
 * before it (and one more before a text that has one there already), imports take it off again.
 */
export function protectFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The text that `protectFormula` was given. */
export function unprotectFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
}
