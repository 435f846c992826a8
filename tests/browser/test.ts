import AxeBuilder from '@axe-core/playwright'
import {
  test as base,
  type ConsoleMessage,
  expect as baseExpect,
  type Page,
} from '@playwright/test'
import { islandsLive } from './kit/islands-live.ts'

type Fixtures = {
  /** Opens a path, moves the mouse, and waits until all islands that start by themselves are live. */
  open: (path: string) => Promise<void>
  /** A page in another browser, without JavaScript. */
  plainPage: Page
  /** What axe finds wrong with the page, as sentences. */
  axe: () => Promise<string[]>
  /** Announces a refusal that the test provokes: the browser's console line about it is no error. */
  expectRefusal: (status: number | 'offline') => void
}

const poll: typeof baseExpect.poll = (actual, how) =>
  baseExpect.poll(actual, {
    // Most of what is waited for comes sooner than Playwright's second look, after 100 ms.
    intervals: [20, 50, 100, 100, 250],
    ...(typeof how === 'string' ? { message: how } : how),
  })

/** Playwright's `expect`, whose `poll` looks more often. */
export const expect = new Proxy(baseExpect, {
  get: (target, name, self): unknown => (name === 'poll' ? poll : Reflect.get(target, name, self)),
})

/** A browser test: any console error, page error or request to another site fails it. */
export const test = base.extend<Fixtures & { problems: string[] }>({
  problems: [
    async ({ page, baseURL }, use, testInfo) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message, testInfo.annotations)) {
          problems.push(`${message.text()} (${message.location().url})`)
        }
      })
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('request', (request) => {
        const url = new URL(request.url())
        const isOurs = url.origin === baseURL || ['data:', 'blob:'].includes(url.protocol)
        if (!isOurs) problems.push(`asked another site: ${url.origin}`)
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  open: async ({ page }, use) => {
    await use(async (path) => {
      await page.goto(path)
      // For a new visitor, a page of the catalogue loads its scripts at the first input (light/page-loader.ts).
      await page.mouse.move(2, 2)
      await page.mouse.move(1, 1)
      await islandsLive(page)
      // The page's own modules load after its pictures (finish-page.ts).
      await page.waitForFunction(() => customElements.get('toast-message'))
    })
  },
  plainPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL && { baseURL }),
    })
    await use(await context.newPage())
    await context.close()
  },
  axe: async ({ page }, use) => {
    await use(async () => {
      // Controls that wait for the shop are dimmed, and those that fade in do not have their final colours yet.
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
      await page.evaluate(async () => {
        const finite = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
        const ends = document
          .getAnimations()
          .filter(finite)
          .map(({ finished }) => finished)
        // An animation that is never rendered, below a closed fold, does not end.
        const late = new Promise((resolve) => setTimeout(resolve, 2000))
        await Promise.race([Promise.allSettled(ends), late])
      })
      const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
      // Only violations: reporting everything that passes, and gathering it in a second page (hence legacy mode),
      // took longer than the checks. Nor can frames without scripts, such as those of a changed page, run axe.
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .withTags(tags)
        .setLegacyMode()
        .analyze()
      return violations.flatMap(({ help, nodes }) =>
        nodes.map(({ target }) => `${help}: ${target.join(' ')}`),
      )
    })
  },
  expectRefusal: async ({ page }, use, testInfo) => {
    void page
    await use((status) => {
      testInfo.annotations.push({ type: 'refusal', description: String(status) })
    })
  },
})

function isExpected(
  message: ConsoleMessage,
  annotations: { type: string; description?: string }[],
) {
  const text = message.text()
  // The test looks into a frame that runs no scripts: its own script is blocked.
  if (/^Blocked script execution in '[^']*\/framed\?/.test(text)) return true
  return annotations.some(({ type, description }) => {
    if (type !== 'refusal') return false
    if (description !== 'offline') return text.includes(`status of ${description}`)
    // Without network, islands that come into view and calls report failures, too, while the page works as before. A
    // call under way when the line was cut has no response.
    return /ERR_(INTERNET_DISCONNECTED|EMPTY_RESPONSE)|(Error hydrating|failed:) .*Failed to fetch/s.test(
      text,
    )
  })
}
