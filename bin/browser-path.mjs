// Where tests, screens and benches find their browser; before any package is installed too (setup.mjs).
import { existsSync } from 'node:fs'

/** The first is the same browser without its windows: it takes half the time. */
const PLACES = [
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
  ...['/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
]

/** The executable that CHROMIUM_PATH names, else one that this machine has; undefined without any. */
export const browserPath = () =>
  [process.env['CHROMIUM_PATH'], ...PLACES].find((path) => path && existsSync(path))
