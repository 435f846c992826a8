import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { browserPath } from '#bin/browser-path.mjs'

/**
 * A phone on Lighthouse's mobile network, and one in the countryside; CPU four times slower on
 * both.
 */
export const NETWORKS = {
  '150 ms, 1.6 Mbps': { latency: 150, kbps: 1600 },
  '400 ms, 400 kbps': { latency: 400, kbps: 400 },
}
export type Network = (typeof NETWORKS)[keyof typeof NETWORKS]

const CPU = 4
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Launches the installed Chromium, or else Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = browserPath()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
}

/** Opens an empty page on such a phone, for a first-time visitor. The caller closes its context. */
export async function openPhone(
  browser: Browser,
  { latency, kbps }: Network,
): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const bytesPerSecond = (kbps * 1000) / 8
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  return { page, cdp }
}
