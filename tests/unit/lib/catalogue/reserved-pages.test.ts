import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isReserved } from '#lib/catalogue/content.ts'

/** A shop may write its own text for this page. */
const OWN = ['contact']

test("no page of the shop's own words hides a screen, or is hidden by one", () => {
  const screens = readdirSync('src/pages')
    .map((name) => name.replace(/\.astro$/, ''))
    .filter((name) => /^[a-z\d-]+$/.test(name) && !OWN.includes(name))
  expect(screens.filter((name) => !isReserved('page', name))).toEqual([])
})
