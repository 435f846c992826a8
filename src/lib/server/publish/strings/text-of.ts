import type { SSRResult } from 'astro'
import * as astro from 'astro/runtime/server/index.js'

/** The text of an expression: at once, or when what it awaits is there. */
export type Text = string | Promise<string>

/** Thrown by what only Astro's own renderer can do, such as a redirect. */
export class NotPlain extends Error {
  override name = 'NotPlain'
}

/** The text of a template's expression, byte for byte as Astro's `renderChild` would write it. */
export function textOf(result: SSRResult, child: unknown): Text {
  if (typeof child === 'string') return astro.escapeHTML(child)
  if (!child && child !== 0) return ''
  if (typeof child === 'number') return String(child)
  if (typeof child === 'function') return textOf(result, child())
  if (typeof child !== 'object') return unusual(result, child)
  if (isMarkup(child)) return child.toString()
  if (isTemplate(child)) return templateText(result, child.htmlParts, child.expressions)
  if (Array.isArray(child)) return listText(result, child)
  if (isPromise(child)) return child.then((value) => textOf(result, value))
  return unusual(result, child)
}

/** Markup that needs no escaping, in the form that Astro expects. */
export function markup(text: Text): astro.HTMLString | Promise<astro.HTMLString> {
  return typeof text === 'string'
    ? new astro.HTMLString(text)
    : text.then((html) => new astro.HTMLString(html))
}

/** Compares the prototype: what a slot gave may bring scripts along, and must be written by Astro. */
const isMarkup = (child: object): child is astro.HTMLString =>
  Object.getPrototypeOf(child) === astro.HTMLString.prototype

type Template = { htmlParts: readonly string[]; expressions: unknown[] }

/** The compiler's template. Its class is internal to Astro: any other shape is left to Astro. */
export const isTemplate = (child: unknown): child is Template =>
  typeof child === 'object' &&
  child !== null &&
  'htmlParts' in child &&
  Array.isArray(child.htmlParts) &&
  'expressions' in child

const isPromise = (child: object): child is Promise<unknown> =>
  'then' in child && typeof child.then === 'function'

/** Whatever is rare is written by Astro, at the cost of its buffers. @throws {NotPlain} for a response */
async function unusual(result: SSRResult, child: unknown): Promise<string> {
  if (child instanceof Response) throw new NotPlain('A response within a page')
  const shown = new ShownByAstro(child)
  let text = ''
  await astro
    .renderSlot(result, () => shown.template())
    .render({
      write(chunk) {
        if (!(chunk instanceof Response)) text += astro.chunkToString(result, chunk)
      },
    })
  return text
}

/** Anything as the only expression of a template. */
class ShownByAstro {
  #child: unknown

  constructor(child: unknown) {
    this.#child = child
  }

  template() {
    return astro.renderTemplate`${this.#child}`
  }
}

function templateText(result: SSRResult, parts: readonly string[], expressions: unknown[]): Text {
  let text = parts[0] ?? ''
  for (let at = 0; at < expressions.length; at++) {
    const shown = textOrSilence(result, expressions, at)
    if (typeof shown !== 'string') return templateLater(result, parts, expressions, at, text, shown)
    text += shown + (parts[at + 1] ?? '')
  }
  return text
}

async function templateLater(
  result: SSRResult,
  parts: readonly string[],
  expressions: unknown[],
  from: number,
  start: string,
  first: Promise<string>,
): Promise<string> {
  const texts = await Promise.all([first, ...restOf(result, expressions, from, first)])
  let text = start
  for (let at = 0; at < texts.length; at++) text += texts[at] + (parts[from + at + 1] ?? '')
  return text
}

function listText(result: SSRResult, children: unknown[]): Text {
  let text = ''
  for (let at = 0; at < children.length; at++) {
    const shown = textOrSilence(result, children, at)
    if (typeof shown !== 'string') {
      const rest = Promise.all([shown, ...restOf(result, children, at, shown)])
      return rest.then((texts) => text + texts.join(''))
    }
    text += shown
  }
  return text
}

function restOf(
  result: SSRResult,
  children: unknown[],
  from: number,
  first: Promise<string>,
): Text[] {
  const texts: Text[] = []
  try {
    for (let at = from + 1; at < children.length; at++) {
      texts.push(textOrSilence(result, children, at))
    }
  } catch (error) {
    silenceRejections([first, ...texts])
    throw error
  }
  return texts
}

/** If a child throws at once, nobody awaits the promises after it: their rejections are silenced. */
function textOrSilence(result: SSRResult, children: unknown[], at: number): Text {
  try {
    return textOf(result, children[at])
  } catch (error) {
    silenceRejections(children.slice(at + 1))
    throw error
  }
}

function silenceRejections(values: unknown[]): void {
  for (const value of values) {
    if (typeof value === 'object' && value !== null && isPromise(value)) value.catch(() => {})
  }
}
