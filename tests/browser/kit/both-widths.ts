import type { Page } from '@playwright/test'
import { expect } from '#tests/browser/test.ts'

/** The phone on which a screen is worked through; `atBoth` looks at it on a desktop as well. */
export const PHONE = { width: 360, height: 800 }
const DESKTOP = { width: 1280, height: 800 }

/** Carries out a check on a page of a phone, then at the width of a desktop, and goes back to the phone's. */
export async function atBoth(page: Page, check: () => Promise<void>): Promise<void> {
  expect(page.viewportSize()).toEqual(PHONE)
  await check()
  await page.setViewportSize(DESKTOP)
  await check()
  await page.setViewportSize(PHONE)
}

/** Expects that a page scrolls sideways at neither width and, given `axe`, has no accessibility faults at either. */
export const expectFit = (page: Page, axe = () => Promise.resolve<string[]>([])): Promise<void> =>
  atBoth(page, async () => {
    expect(await sideways(page)).toBe(0)
    expect(await axe()).toEqual([])
  })

/** How many pixels a page scrolls sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
