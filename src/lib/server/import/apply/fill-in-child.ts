import { fork } from 'node:child_process'
import { programFile } from '#lib/server/build/programs.ts'
import { CannotStart } from '#lib/server/settings/start-checks.ts'

/** Which shop is filled, and from where. */
export type FillOrder = { databaseUrl: string; dataDir: string; catalogue: string }

/** What the process that does it tells. */
export type FillNews = { progress: string } | { isFilled: true } | { fault: string }

/**
 * Fills an empty database in a process of its own: the shop loads its pages meanwhile, and never has the memory
 * that reading lists and pictures takes.
 * @throws CannotStart when the catalogue cannot be read, or holds a fault
 */
export function fillInChild(
  { databaseUrl, dataDir, catalogue }: FillOrder,
  onProgress: (text: string) => void = () => {},
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (reason: string) => reject(new CannotStart(`The shop cannot be filled: ${reason}`))
  const child = fork(programFile('fill-process'), { execArgv: [] })
  child.on('message', (news: FillNews) => {
    if ('progress' in news) onProgress(news.progress)
    else if ('fault' in news) fail(news.fault)
    else resolve()
  })
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code) => fail(`the process that fills it ended with ${code}`))
  child.send({ databaseUrl, dataDir, catalogue } satisfies FillOrder)
  return promise
}
