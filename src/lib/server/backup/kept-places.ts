import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { errorCode } from '#lib/server/errors.ts'
import { bytesOf, filesIn } from './kept-files.ts'

/** The folder in which files wait for a restore on the disk they will stay on; to a backup it is unfinished work. */
const WAITING = 'restore.tmp'

const quiet = { throwIfNoEntry: false } as const

/** Whether a path is a link to a folder, perhaps on another disk: then the folder is filled, and the link stays. */
export const isLinkedFolder = (path: string): boolean =>
  lstatSync(path, quiet)?.isSymbolicLink() === true && isFolder(path)

/** Whether a folder is a link, or has a disk of its own: a restore adds files to it, and has them wait in it. */
export const isElsewhere = (path: string): boolean =>
  isLinkedFolder(path) || (isFolder(path) && statSync(path).dev !== statSync(dirname(path)).dev)

const isFolder = (path: string) => statSync(path, quiet)?.isDirectory() === true

/** Whether a path is a link to what is not there: its disk may not be mounted. */
export const isDeadLink = (path: string): boolean =>
  lstatSync(path, quiet) !== undefined && statSync(path, quiet) === undefined

/** The folder in which a backup's files wait to be moved into a folder elsewhere. */
export const waitingIn = (folder: string): string => join(folder, WAITING)

/** How many bytes a folder of a backup has in files that a folder elsewhere lacks. */
export const bytesLacking = (from: string, folder: string): number =>
  filesIn(from)
    .filter((file) => !isThere(file, join(folder, relative(from, file))))
    .reduce((sum, file) => sum + bytesOf(file), 0)

/** Copies the files of a backup that a folder elsewhere lacks to where they wait in it. */
export async function letWait(from: string, folder: string): Promise<void> {
  const filter = (file: string) => !isThere(file, join(folder, relative(from, file)))
  await cp(from, waitingIn(folder), { recursive: true, filter })
}

/** Whether a folder elsewhere has a file: none changes under one name. */
function isThere(file: string, target: string): boolean {
  const [wanted, found] = [statSync(file, quiet), statSync(target, quiet)]
  return wanted?.isFile() === true && found?.isFile() === true && found.size === wanted.size
}

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
    copyFileSync(from, to)
    rmSync(from)
  }
}
