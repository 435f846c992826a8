export type Link = { label: string; href: string }

/** The content of a mail: paragraphs and at most one button, or a list of links. */
export type Letter = {
  /** The heading, and usually the subject. */
  title: string
  paragraphs: string[]
  /** Quoted text, such as what a visitor wrote. */
  quote?: string
  action?: Link
  links?: Link[]
  /** The link to unsubscribe, at the very end. */
  leave?: Link
  /** The signature: the shop's name and address. */
  sender: string
}

/** Formats a letter as plain text and as HTML for phones too; it loads nothing from the network. */
export function writeMail(letter: Letter): { text: string; html: string } {
  return { text: plainText(letter), html: page(letter) }
}

function plainText({
  title,
  paragraphs,
  quote,
  action,
  links = [],
  sender,
  leave,
}: Letter): string {
  const parts = [title, ...paragraphs]
  if (quote !== undefined) parts.push(quote.replaceAll(/^/gm, '> '))
  if (action) parts.push(`${action.label}: ${action.href}`)
  for (const { label, href } of links) parts.push(`${label}: ${href}`)
  parts.push(`-- \n${sender}`)
  if (leave) parts.push(`${leave.label}: ${leave.href}`)
  return `${parts.join('\n\n')}\n`
}

const BODY =
  'margin:0;padding:16px;background:#f6f1e4;color:#1d2a21;font:16px/1.5 system-ui,Arial,sans-serif'
const CARD = 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#175c38;color:#ffffff;text-decoration:none;font-weight:600'
const SMALL = 'color:#57604f;font-size:14px'
const QUOTE = 'margin:0;padding:0 0 0 12px;border-left:3px solid #e7dfcc;white-space:pre-wrap'

function page({ title, paragraphs, quote, action, links = [], sender, leave }: Letter): string {
  const parts = [`<h1 style="margin:0;font-size:22px">${escape(title)}</h1>`]
  for (const paragraph of paragraphs) parts.push(`<p>${escape(paragraph)}</p>`)
  if (quote !== undefined) parts.push(`<blockquote style="${QUOTE}">${escape(quote)}</blockquote>`)
  if (action) {
    parts.push(
      `<p><a style="${BUTTON}" href="${escape(action.href)}">${escape(action.label)}</a></p>`,
    )
  }
  for (const one of links) parts.push(`<p>${link(one)}</p>`)
  parts.push(`<p style="${SMALL}">${escape(sender)}</p>`)
  if (leave) parts.push(`<p style="${SMALL}">${link(leave)}</p>`)
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head><body style="${BODY}"><div style="${CARD}">${parts.join('\n')}</div></body></html>\n`
}

const link = ({ label, href }: Link) =>
  `<a style="color:inherit" href="${escape(href)}">${escape(label)}</a>`

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter)
