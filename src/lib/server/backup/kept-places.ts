import { cpSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '#lib/server/errors.ts'

const quiet = { throwIfNoEntry: false } as const

/** Whether a path is a link to a folder, perhaps on another disk: then the folder is filled, and the link stays. */
export const isLinkedFolder = (path: string): boolean =>
  lstatSync(path, quiet)?.isSymbolicLink() === true && statSync(path, quiet)?.isDirectory() === true

/** Whether a path is a link to what is not there: its disk may not be mounted. */
export const isDeadLink = (path: string): boolean =>
  lstatSync(path, quiet) !== undefined && statSync(path, quiet) === undefined

/** Moves a file, or all files of a folder into another, where those of the same name are replaced. */
export function moveInto(from: string, to: string): void {
  if (!lstatSync(from).isDirectory()) {
    moveFile(from, to)
    return
  }
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) moveInto(join(from, name), join(to, name))
}

/** To another disk one by one, so that no disk needs room for all of them twice. */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!['EBUSY', 'EXDEV'].includes(errorCode(error))) throw error
    cpSync(from, to, { recursive: true })
    rmSync(from)
  }
}
