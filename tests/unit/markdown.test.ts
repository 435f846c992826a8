import { expect, test } from 'vitest'
import { renderMarkdown } from '#lib/server/markdown.ts'

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java&#115;cript:alert(1))',
  '[a](data:text/html,<script>)',
  '[a](vbscript:x)',
  '[a](//evil.example)',
  '[a](/\\evil.example)',
  '<javascript:alert(1)>',
  '![a](x" onerror="alert(1))',
  '[a](https://ok.example "\\" onclick=\\"alert(1)")',
  '```js"><script>alert(1)</script>\nx\n```',
  '# <svg onload=alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
])('nothing of %j runs (A01)', (text) => {
  const html = renderMarkdown(text)
  const tags = [...html.matchAll(/<([^>]*)>/g)].map(([, tag = '']) =>
    tag.replaceAll(/"[^"]*"/g, ''),
  )
  expect(tags.filter((tag) => /^(script|img|svg|iframe)\b| on\w+/i.test(tag))).toEqual([])
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  expect(links.filter((href) => /^\s*(javascript|data|vbscript):|^\/[/\\]/i.test(href))).toEqual([])
})

test('links lead to the web, to mail, to a telephone and into the shop', () => {
  const places = ['https://a.example', 'mailto:a@b.example', 'tel:+912055500123', '/faq', '#top']
  const html = renderMarkdown(places.map((place) => `[x](${place})`).join(' '))
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(places)
})

test('whatever headings a text has, they stand below the h1 of the page and skip no level', () => {
  const levels = (text: string) =>
    [...renderMarkdown(text).matchAll(/<h(\d)>(?=.*<\/h\1>)/g)].map(([, level]) => Number(level))
  expect(levels('# A\n\n## B\n\n# C')).toEqual([2, 3, 2])
  expect(levels('## A\n\n### B\n\n## C')).toEqual([2, 3, 2])
  expect(levels('### A\n\n###### B\n\n#### C')).toEqual([2, 3, 3])
})
