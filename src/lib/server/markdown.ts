import MarkdownIt from 'markdown-it'

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number]

/** Raw HTML is shown as text and pictures become links, so that nothing in a file runs or loads (A01, A02). */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable(
  'image',
)
markdown.validateLink = isSafeLink
markdown.core.ruler.push('one_h1', ({ tokens }) => demoteHeadings(tokens))
// Wide tables scroll by themselves; tabindex makes them scrollable by keyboard.
markdown.renderer.rules['table_open'] = () =>
  '<div class="scroller" tabindex="0" role="group" aria-label="Table"><table>\n'
markdown.renderer.rules['table_close'] = () => '</table></div>\n'

/** Renders editors' Markdown as HTML for use below the page's own h1. */
export function renderMarkdown(text: string): string {
  return markdown.render(text)
}

/** Web, mail and phone links, and paths of this shop; no scheme that could run code (A02). */
function isSafeLink(href: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(href)) return false
  return /^(https?:\/\/[^/]|mailto:[^,]+$|tel:\+?[\d-]+$|\/(?!\/)|#)/i.test(href)
}

/** Turns the highest heading into h2 and closes gaps between levels, as a page has one h1. */
function demoteHeadings(tokens: Token[]): void {
  const opened: { from: number; to: number }[] = []
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
    const from = Number(token.tag.slice(1))
    if (token.type === 'heading_close') {
      token.tag = `h${opened.at(-1)?.to ?? 2}`
      continue
    }
    while (opened.length > 0 && (opened.at(-1)?.from ?? 0) >= from) opened.pop()
    const to = Math.min((opened.at(-1)?.to ?? 1) + 1, 6)
    opened.push({ from, to })
    token.tag = `h${to}`
  }
}
