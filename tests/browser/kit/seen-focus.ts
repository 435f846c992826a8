import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

/** How far around a control its ring may be. */
const AROUND = 6
/** Contrast that makes a change visible (WCAG 1.4.11). */
const VISIBLE = 3

/**
 * Looks at a control with and without the focus of the keyboard.
 * @returns how many of its pixels, and of those around it, differ enough to be seen, in parts of what
 *   a ring of one pixel has: 1 is enough (WCAG 2.4.13 asks for 2)
 */
export async function seenFocus(page: Page, control: Locator): Promise<number> {
  await control.scrollIntoViewIfNeeded()
  // A key pressed last has the browser show where the focus is.
  await page.keyboard.press('Shift')
  await control.focus()
  const box = await control.boundingBox()
  if (!box) throw new Error('It is not shown')
  const [x, y] = [Math.max(0, box.x - AROUND), Math.max(0, box.y - AROUND)]
  const clip = { x, y, width: box.width + 2 * AROUND, height: box.height + 2 * AROUND }
  const look = () => page.screenshot({ clip, animations: 'disabled' }).then(luminances)
  const focused = await look()
  await control.blur()
  const blurred = await look()
  const changed = focused.filter((one, at) => contrast(one, blurred[at] ?? one) >= VISIBLE)
  return changed.length / (2 * (box.width + box.height))
}

async function luminances(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { channels } = info
  return Array.from({ length: data.length / channels }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * channels, pixel * channels + 3)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  })
}

/** A channel of sRGB as an amount of light. */
function linear(value: number): number {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const contrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
