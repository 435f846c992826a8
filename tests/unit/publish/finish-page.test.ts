import { expect, test } from 'vitest'
import { finishPage } from '#lib/server/publish/finish-page.ts'

const BLOCK =
  '<style>astro-island,astro-slot{display:contents}</style>' +
  '<script>directive(1<2)</script><script>island()</script>'
const island = (count: number) =>
  `<astro-island uid="a" prefix="r${count}" ssr await-children><form>r1</form><!--astro:end--></astro-island>`
const page = (body: string) => `<html><body>${body}</body></html>`

test('a page with islands is the same whether its header was rendered for it or before', () => {
  const first = page(`${BLOCK}${island(0)}<main>${island(1)}</main>`)
  const later = page(`${BLOCK}${island(0)}<main>${BLOCK}${island(0)}</main>`)
  expect(finishPage(later)).toBe(finishPage(first))
})

test('the scripts of islands stand once, at the end of the page; the style is ours', () => {
  const html = finishPage(page(`<header>${BLOCK}${island(0)}</header><main>$&</main>`))
  expect(html).toBe(
    page(
      '<header><astro-island uid="a" ssr><form>r1</form></astro-island></header><main>$&</main>' +
        '<script>directive(1<2)</script><script>island()</script>',
    ),
  )
})

test('a page without islands stays as it is', () => {
  expect(finishPage(page('<main> prefix="r1"</main>'))).toBe(page('<main> prefix="r1"</main>'))
})
