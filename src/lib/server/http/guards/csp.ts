import { createHash } from 'node:crypto'
import type { Framing } from './framing.ts'
import type { GatewayHosts } from './gateway-hosts.ts'

// Attributes keep a `<`, so a name or title can look like the start of one of these: it is none if another start
// comes before the end. No text is looked at twice.
const SCRIPT = /<script\b([^<>]*)>([^<]*(?:<(?!\/?script\b)[^<]*)*)<\/script>/gi
const STYLE = /<style\b[^<>]*>([^<]*(?:<(?!\/?style\b)[^<]*)*)<\/style>/gi
const HAS_SOURCE = /\ssrc\s*=/i
/** Data blocks do not run and need no permission. */
const IS_DATA = /type\s*=\s*["']?application\/(ld\+)?json/i

/** Tells our own inline scripts from injected ones. */
export type IsOurScript = (text: string) => boolean

/** What a few pages allow in addition: the provider's hosts, or frames of our own pages. */
type More = { gateway?: GatewayHosts | undefined; framing?: Framing | undefined }

/**
 * The Content-Security-Policy of a finished page. Its styles and our own inline scripts are allowed by their
 * hashes (H1), on the checkout also the provider's hosts (H2). A framed page runs nothing, and only our own
 * pages may frame it. Whatever is not named (fonts, plugins) is blocked; workers fall under script-src. Keep
 * it short: it is sent with every page.
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
    // It keeps our origin, so that requests for its pictures carry the session; scripts are off, also if it is
    // opened directly.
    ...(isFramed ? ['sandbox allow-same-origin'] : []),
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const known = new Map<string, string>()

/** Pages share most of their inline texts, so a few hundred hashes are cached. */
function hash(text: string): string {
  const kept = known.get(text)
  if (kept !== undefined) return kept
  const made = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (known.size >= 200) known.clear()
  known.set(text, made)
  return made
}
