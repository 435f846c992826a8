import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newFolder } from './lists/import-files.ts'

/** Mounts a disk of that size; undefined if this user may not mount one. */
export function smallDisk(megabytes: number, at = join(newFolder(), 'disk')): string | undefined {
  try {
    mkdirSync(at, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['-l', at]))
  return at
}

/** Fills the disk to the last byte. */
export function fillUp(file: string): void {
  for (const size of [1_000_000, 4096]) {
    const block = Buffer.alloc(size, 1)
    try {
      for (;;) writeFileSync(file, block, { flag: 'a' })
    } catch {
      // Full.
    }
  }
}
