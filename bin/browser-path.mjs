// Finds the browser for tests, screenshots and benches; used before any package is installed, too
// (setup.mjs).
import { existsSync } from 'node:fs'

/** The first is the same browser without windows, which takes half the time. */
const PLACES = [
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
  ...['/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
]

/**
 * The executable named by CHROMIUM_PATH, or else one on this machine; undefined if there is none.
 */
export const browserPath = () =>
  [process.env['CHROMIUM_PATH'], ...PLACES].find((path) => path && existsSync(path))
