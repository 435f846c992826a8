import { createHash } from 'node:crypto'
import type { Framing } from './framing.ts'
import type { GatewayHosts } from './gateway-hosts.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi
const HAS_SOURCE = /\ssrc\s*=/i
/** Data blocks are not run and need no permission. */
const IS_DATA = /type\s*=\s*["']?application\/(ld\+)?json/i

/** Tells an inline script of ours from what somebody got into a page. */
export type IsOurScript = (text: string) => boolean

/** What the policy of a few pages has beside: the provider's hosts, or frames of our own. */
type More = { gateway?: GatewayHosts | undefined; framing?: Framing | undefined }

/**
 * The Content-Security-Policy of a finished page: exactly its styles, and those of its inline scripts
 * that are ours, may run, by their hashes (H1); on the checkout those of the provider's
 * hosts too (H2). What is framed runs nothing, and only our own pages frame it. What is not named (fonts,
 * plugins) is not loaded; workers go by script-src. Each word here is sent with every page.
 */
export function pagePolicy(
  html: string,
  isHttps: boolean,
  isOurScript: IsOurScript,
  { gateway, framing }: More = {},
): string {
  const isFramed = framing === 'framed'
  const frames = framing === 'frames' ? ["'self'"] : (gateway?.frame ?? [])
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(SCRIPT)) {
    const isRun = text && !HAS_SOURCE.test(attributes) && !IS_DATA.test(attributes)
    if (isRun && isOurScript(text)) scripts.add(hash(text))
  }
  for (const [, text = ''] of html.matchAll(STYLE)) styles.add(hash(text))
  return [
    "default-src 'none'",
    isFramed
      ? "script-src 'none'"
      : ["script-src 'self'", ...scripts, ...(gateway?.script ?? [])].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...(gateway?.connect ?? [])].join(' '),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "manifest-src 'self'",
    ["form-action 'self'", ...(gateway?.form ?? [])].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
    // Of our origin still, so that its pictures know the editor; without scripts, also when opened alone.
    ...(isFramed ? ['sandbox allow-same-origin'] : []),
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const known = new Map<string, string>()

/** Pages share most of their inline texts, so the last few hundred hashes are kept. */
function hash(text: string): string {
  const kept = known.get(text)
  if (kept !== undefined) return kept
  const made = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (known.size >= 200) known.clear()
  known.set(text, made)
  return made
}
