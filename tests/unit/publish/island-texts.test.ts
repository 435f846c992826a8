import { expect, test } from 'vitest'
import { islandTexts } from '#lib/server/publish/strings/island-texts.ts'

/** Renders an island for several products. @returns the texts, and how often it was rendered */
function shownFor(ids: string[], show: (props: Record<string, unknown>) => string, more = {}) {
  const component = () => null
  let times = 0
  const counted = (props: Record<string, unknown>) => {
    times++
    return show(props)
  }
  const texts = ids.map((productid) => {
    const how = { give: JSON.stringify, show: counted }
    const { given, shown } = islandTexts(component, { productid, ...more }, how)
    expect(given).toBe(JSON.stringify({ productid, ...more }))
    return shown
  })
  return { texts, times }
}

test('an island that only says its product is rendered once for all of them', () => {
  const form = ({ productid }: Record<string, unknown>) => `<input value="${String(productid)}">`
  const { texts, times } = shownFor(['dal', 'rice', 'besan-1', 'tea'], form)
  expect(texts).toEqual(['dal', 'rice', 'besan-1', 'tea'].map((productid) => form({ productid })))
  // Once for the first product, and once to compare with.
  expect(times).toBe(2)
})

test('one that shows its product in another way, or says much of it, is rendered for each', () => {
  const loud = ({ productid }: Record<string, unknown>) =>
    `<b>${String(productid).toUpperCase()}</b>`
  expect(shownFor(['dal', 'rice', 'tea'], loud).texts).toEqual(
    ['DAL', 'RICE', 'TEA'].map((id) => `<b>${id}</b>`),
  )
  const form = ({ productid }: Record<string, unknown>) => `<b>${String(productid)}</b>`
  expect(shownFor(['dal', 'rice'], form, { text: 'x'.repeat(400) }).times).toBe(2)
  expect(shownFor(['<i>', '"'], form).texts).toEqual(['<b><i></b>', '<b>"</b>'])
})
