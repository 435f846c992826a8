import { expect, test } from './test.ts'

const PATHS = ['/', '/category/vegetables', '/product/tomato-local', '/contact']
/** 130 % and 200 % of the size that browsers come with. */
const SIZES_PX = [21, 32]

for (const path of PATHS) {
  test(`${path} does not scroll sideways on a phone whose text is larger`, async ({
    open,
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const devtools = await page.context().newCDPSession(page)
    for (const standard of SIZES_PX) {
      await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
      await open(path)
      expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe(
        `${standard}px`,
      )
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    }
  })
}
