import { expect, test } from 'vitest'
import { islandScripts } from '#lib/server/publish/app/build-output.ts'
import { finishPage } from '#lib/server/publish/finish-page.ts'

const { waking, element, early, both } = islandScripts()
const SCRIPTS = `<script>${early}</script>`
const BLOCK = `<style>astro-island,astro-slot{display:contents}</style><script>${waking[0] ?? ''}</script><script>${element}</script>`
const island = (count: number) =>
  `<astro-island uid="a" prefix="r${count}" ssr client="interaction" opts="{&quot;name&quot;:&quot;Box&quot;,&quot;value&quot;:true}" await-children><form>r1</form><!--astro:end--></astro-island>`
const page = (body: string) => `<html><body>${body}</body></html>`

test('a page with islands is the same whether its header was rendered for it or before', () => {
  const first = page(`${BLOCK}${island(0)}<main>${island(1)}</main>`)
  const later = page(`${BLOCK}${island(0)}<main>${BLOCK}${island(0)}</main>`)
  expect(finishPage(later)).toBe(finishPage(first))
})

test('what starts islands stands once, at the end of the page, in place of Astro’s', () => {
  const html = finishPage(page(`<header>${BLOCK}${island(0)}</header><main>$&</main>`))
  expect(html).toBe(
    page(
      '<header><astro-island ssr client="interaction" opts="{&quot;value&quot;:true}"><form>r1</form></astro-island></header>' +
        `<main>$&</main>${SCRIPTS}`,
    ),
  )
})

test('a page without islands stays as it is', () => {
  expect(finishPage(page('<main> prefix="r1"</main>'))).toBe(page('<main> prefix="r1"</main>'))
})

test('what waits for islands comes with their pages alone, whichever page rendered them first', () => {
  // Astro wrote the block into this page, whose only island is in a part that was rendered before.
  expect(finishPage(page(`${BLOCK}<main>None here</main>`))).toBe(page('<main>None here</main>'))
  const html = finishPage(page(`<main>${island(3)}</main>`))
  expect(html).toContain(`${SCRIPTS}</body>`)
})

test('texts of products that look like ends of pages and islands stay where they are', () => {
  const text =
    '</body></html><style>astro-island,</style> <!--astro:end--> <!--part 7--> await-children>'
  const html = page(`<meta content="${text}"><main>${island(0)}</main>`)
  expect(finishPage(`${BLOCK}${html}`)).toBe(
    page(
      `<meta content="${text}"><main><astro-island ssr client="interaction" opts="{&quot;value&quot;:true}"><form>r1</form></astro-island></main>${SCRIPTS}`,
    ),
  )
})

test('modules of a page are loaded by one script at its end, each once', () => {
  const tag = (name: string) => `<script type="module" src="/static/js/${name}.js"></script>`
  const html = finishPage(`<body>${tag('a')}<p>Text</p>${tag('b')}${tag('a')}</body>`)
  expect(html).not.toContain('type="module"')
  expect(html).toContain('["/static/js/a.js","/static/js/b.js"]')
  expect(html).toMatch(/^<body><p>Text<\/p><script>.*<\/script><\/body>$/)
})

test('islands and modules of a page come by one script', () => {
  const module = '<script type="module" src="/static/js/a.js"></script>'
  const html = finishPage(page(`${module}<main>${island(0)}</main>`))
  expect(html.match(/<script>/g)).toHaveLength(1)
  expect(html).toContain(both.replace('"MODULES"', '["/static/js/a.js"]'))
})
