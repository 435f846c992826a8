import { expect, test } from 'vitest'
import { sitemapFile, sitemapIndex } from '#lib/seo/sitemap.ts'

test('a page in a sitemap has its last change and its pictures', () => {
  const address = 'https://shop.example/product/a'
  const images = ['https://shop.example/uploads/a.jpg']
  expect(sitemapFile([{ address, changedAt: 0, images }])).toContain(
    '<url><loc>https://shop.example/product/a</loc><lastmod>1970-01-01T05:30:00+05:30</lastmod>' +
      '<image:image><image:loc>https://shop.example/uploads/a.jpg</image:loc></image:image></url>',
  )
})

test('addresses are escaped', () => {
  expect(sitemapIndex(['https://shop.example/?a=1&b=2'])).toContain('?a=1&amp;b=2')
})
