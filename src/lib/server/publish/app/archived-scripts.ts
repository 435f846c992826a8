import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { DAY_MS } from '#lib/server/durations.ts'
import { replaceFile } from '#lib/server/publish/files/replace-file.ts'

/** How long the scripts of older builds are kept for pages that are still open in browsers or in caches. */
const KEEP_MS = 7 * DAY_MS
/** Suffix of a file that is still being written; one that a crash left is removed when it is a week old. */
const HALF = '.half'
const LIST = 'current.json'
const INLINE = 'inline-scripts.json'

const inlineSchema = z.object({
  current: z.array(z.string()),
  former: z.array(z.object({ text: z.string(), untilMs: z.number() })),
})

/** The folder with the scripts of older builds. */
export const archivedScriptsDir = (dataDir: string): string => join(dataDir, 'scripts')

/**
 * Copies the scripts of this build into the archive, so that pages that are open during a deploy still work
 * afterwards, and removes those that no build has contained for a week.
 */
export function archiveScripts(scriptsDir: string, dataDir: string, now = Date.now()): void {
  const kept = archivedScriptsDir(dataDir)
  mkdirSync(kept, { recursive: true })
  const current = new Set(readdirSync(scriptsDir))
  const moment = new Date(now)
  // The week of the last build's scripts starts now, however long that build was live.
  for (const name of lastOf(kept)) {
    if (!current.has(name) && existsSync(join(kept, name)))
      utimesSync(join(kept, name), moment, moment)
  }
  for (const name of current) {
    if (!existsSync(join(kept, name))) copyWhole(join(scriptsDir, name), join(kept, name))
  }
  replaceFile(join(kept, LIST), JSON.stringify([...current]))
  for (const name of readdirSync(kept)) {
    const isOld = statSync(join(kept, name)).mtimeMs < now - KEEP_MS
    if (isOld && name !== LIST && !current.has(name)) rmSync(join(kept, name))
  }
}

/**
 * Writes under a temporary name first: a copy that a crash cut short would be served for a week. It copies only
 * the bytes, as `copyFile` would also take over who may read the build.
 */
function copyWhole(from: string, to: string): void {
  writeFileSync(`${to}${HALF}`, readFileSync(from))
  renameSync(`${to}${HALF}`, to)
}

function lastOf(kept: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(join(kept, LIST), 'utf8')))
  } catch {
    return []
  }
}

/**
 * Remembers the texts of inline scripts for as long as `archiveScripts` keeps files: pages of older builds
 * contain theirs until they are published again.
 * @returns the texts that a page may contain now
 */
export function keepInline(current: string[], dataDir: string, now = Date.now()): string[] {
  const file = join(dataDir, INLINE)
  const last = readInline(file)
  const ended = last.current.map((text) => ({ text, untilMs: now + KEEP_MS }))
  const isKept = ({ text, untilMs }: { text: string; untilMs: number }) =>
    untilMs > now && !current.includes(text)
  const former = [...last.former, ...ended].filter(isKept)
  replaceFile(file, JSON.stringify({ current, former }))
  return [...current, ...former.map(({ text }) => text)]
}

function readInline(file: string): z.infer<typeof inlineSchema> {
  try {
    return inlineSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { current: [], former: [] }
  }
}
