import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Act, Device, type Fate, type Late, Reference } from '#tests/support/cart-devices.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openShoppers } from '#tests/support/shoppers.ts'

const PRODUCTS = ['toor-dal', 'chai']
const FATES: Fate[] = ['answered', 'dropped', 'answerLost', 'doubledLater', 'doubledAtOnce']

const device = fc.constantFrom(0, 1)
const actOf = (kinds: Act['kind'][]) =>
  fc.record({
    ...{ device, what: fc.constant('act' as const) },
    act: fc.record({
      product: fc.constantFrom(...PRODUCTS),
      kind: fc.constantFrom(...kinds),
      by: fc.integer({ min: 1, max: 3 }),
    }),
  })
const send = fc.record({
  device,
  what: fc.constant('send' as const),
  fate: fc.constantFrom(...FATES),
})
const late = fc.record({ what: fc.constant('late' as const) })
const stepsOf = (...kinds: Act['kind'][]) =>
  fc.array(fc.oneof(actOf(kinds), send, send, late), { minLength: 5, maxLength: 30 })
type Step = ReturnType<typeof stepsOf> extends fc.Arbitrary<(infer One)[]> ? One : never

/** Two devices of one account go through the steps; then both are online until all is sent. */
async function live(shop: Awaited<ReturnType<typeof openShoppers>>, steps: Step[]) {
  const shopper = await shop.shopper()
  const reference = new Reference()
  const take = reference.take.bind(reference)
  const devices = [new Device('phone', shopper, take), new Device('laptop', shopper, take)] as const
  const onTheWay: Late[] = []
  const sendFrom = async (one: Device, fate: Fate) => {
    const rest = await one.send(fate)
    if (rest) onTheWay.push(rest)
  }
  for (const step of steps) {
    if (step.what === 'late') await onTheWay.shift()?.send()
    else if (step.what === 'act') devices[step.device === 0 ? 0 : 1].act(step.act)
    else {
      const one = devices[step.device === 0 ? 0 : 1]
      if (!one.isIdle) await sendFrom(one, step.fate)
    }
  }
  for (const one of devices) while (!one.isIdle) await sendFrom(one, 'answered')
  for (const rest of onTheWay) await rest.send()
  for (const one of devices) await one.refresh()
  const items = await shopper.items()
  const stored = Object.fromEntries(items.map((item) => [item.productid, item.quantity]))
  return { stored, shown: devices.map((one) => one.cart), expected: reference.cart }
}

/** The sum of all additions and changes in the steps, in whatever order. */
function sumOf(steps: Step[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const step of steps) {
    if (step.what !== 'act' || step.act.kind !== 'add') continue
    sums[step.act.product] = (sums[step.act.product] ?? 0) + step.act.by
  }
  return sums
}

forEachDatabase((open) => {
  test('100 interleavings of two devices with dropped, doubled and late requests end equal (I7)', async () => {
    await using shop = await openShoppers(open)
    await fc.assert(
      fc.asyncProperty(stepsOf('add', 'add', 'change', 'remove'), async (steps) => {
        const { stored, shown, expected } = await live(shop, steps)
        expect(stored).toEqual(expected)
        expect(shown).toEqual([stored, stored])
      }),
      { numRuns: 100 },
    )
  }, 180_000)

  test('each addition of two devices is counted once, in whatever order it arrives (I7)', async () => {
    await using shop = await openShoppers(open)
    await fc.assert(
      fc.asyncProperty(stepsOf('add'), async (steps) => {
        const { stored, shown } = await live(shop, steps)
        expect(stored).toEqual(sumOf(steps))
        expect(shown).toEqual([stored, stored])
      }),
      { numRuns: 25 },
    )
  }, 180_000)
})
