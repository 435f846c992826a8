import { fork } from 'node:child_process'
import { programFile } from '#lib/server/build/programs.ts'
import { CannotStart } from '#lib/server/settings/start-checks.ts'

/** Which shop to fill, and from what. */
export type FillOrder = { databaseUrl: string; dataDir: string; catalogue: string }

/** Messages from the process that fills the shop. */
export type FillNews = { progress: string } | { isFilled: true } | { fault: string }

/**
 * Fills an empty database in a separate process. The shop can load its pages meanwhile, and the memory for reading
 * lists and pictures is freed when the process ends.
 * @throws CannotStart if the catalogue cannot be read or has a fault
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
