import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { GuestBrowser, type Lot, openGuestShop } from '#tests/support/guest-browser.ts'

const PRODUCTS = ['toor-dal', 'chai']
const LOTS: Lot[] = ['answered', 'answered', 'answerLost', 'doubled']
const browser = fc.constantFrom(0, 1)

const addition = fc.record({
  ...{ what: fc.constant('add' as const), browser, product: fc.constantFrom(...PRODUCTS) },
  by: fc.integer({ min: 1, max: 3 }),
})
const sending = fc.record({
  ...{ what: fc.constant('send' as const), browser, lot: fc.constantFrom(...LOTS) },
})
const entering = fc.record({
  ...{ what: fc.constant('signIn' as const), browser, lot: fc.constantFrom(...LOTS) },
  /** The statement at which the server is killed. */
  crashAt: fc.option(fc.integer({ min: 0, max: 40 })),
})
const stepsOf = fc.array(fc.oneof(addition, addition, sending, sending, entering), {
  ...{ minLength: 5, maxLength: 25 },
})
type Step = typeof stepsOf extends fc.Arbitrary<(infer One)[]> ? One : never

/** The sum of all additions, wherever and in whatever order they arrive. */
function sumOf(steps: readonly Step[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const step of steps) {
    if (step.what === 'add') sums[step.product] = (sums[step.product] ?? 0) + step.by
  }
  return sums
}

/** Has the database fail after so many statements; what was begun is rolled back. */
function killedAfter(db: Awaited<ReturnType<typeof openGuestShop>>['db'], statements: number) {
  let left = statements
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (left-- <= 0) throw new Error('The server was killed')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

/** A sign-in whose response is lost, after another lost response: the browser goes on as the visitor it was. */
const UNHEARD_SIGN_IN: Step[] = [
  { what: 'add', browser: 0, product: 'toor-dal', by: 1 },
  { what: 'send', browser: 0, lot: 'answered' },
  { what: 'add', browser: 0, product: 'toor-dal', by: 1 },
  { what: 'send', browser: 0, lot: 'answerLost' },
  { what: 'signIn', browser: 0, lot: 'answerLost', crashAt: null },
]
const SENT_AGAIN: Step = { what: 'send', browser: 0, lot: 'answered' }

forEachDatabase((open) => {
  test('25 lives of two browsers that sign in at any moment end with each addition counted once (G02)', async () => {
    await using shop = await openGuestShop(open)
    let lives = 0
    await fc.assert(
      fc.asyncProperty(stepsOf, async (steps) => {
        const email = `asha.${++lives}@example.com`
        const browsers = [
          new GuestBrowser(shop, `phone-${lives}`),
          new GuestBrowser(shop, `laptop-${lives}`),
        ]
        for (const step of steps) {
          const one = browsers[step.browser]
          if (step.what === 'add') one?.add(step.product, step.by)
          else if (step.what === 'send') await one?.send(one.cookie ? step.lot : 'answered')
          else if (!one?.isSignedIn) {
            const { crashAt } = step
            const killed = crashAt === null ? undefined : killedAfter(shop.db, crashAt)
            await one?.signIn(email, step.lot, killed)
          }
        }
        for (const one of browsers) {
          if (!one.isSignedIn) await one.signIn(email, 'answered')
          while (!one.isIdle) await one.send('answered')
          // The next write completes what a killed sign-in left behind.
          one.add('moong-dal', 1)
          await one.send('answered')
        }
        const [items] = await Promise.all(browsers.map((one) => one.items()))
        const { 'moong-dal': _, ...rest } = items ?? {}
        expect(rest).toEqual(sumOf(steps))
        expect(browsers.map(({ cookie }) => cookie)).toEqual(['', ''])
      }),
      {
        numRuns: 25,
        examples: [
          [[...UNHEARD_SIGN_IN, SENT_AGAIN]],
          [[...UNHEARD_SIGN_IN, SENT_AGAIN, ...UNHEARD_SIGN_IN.slice(2), SENT_AGAIN]],
        ],
      },
    )
  }, 180_000)
})
