import { type ChildProcess, fork } from 'node:child_process'
import { MINUTE_MS } from '#lib/server/durations.ts'
import { programFile } from '#lib/server/build/programs.ts'

/** The data folder whose pictures are to be completed. */
export type PicturesOrder = { dataDir: string }

/** The result: how many files were made, and the ids of pictures that failed. */
export type PicturesNews = { made: number; failed: string[] }

/** Makes the files that pictures lack after their import. */
export type PictureMaker = {
  /** Call this when a picture file was asked for that does not exist yet. */
  ask: () => void
  close: () => Promise<void>
}

/** How long to wait before the next try, since some files can never be made, for example if the original is gone. */
const PAUSE_MS = MINUTE_MS

/**
 * Makes picture files in a process of the lowest priority, which runs only while some are missing, whoever
 * imported them. The first shopper who gets a file in another format starts it.
 * @param onFault gets what went wrong, in words
 */
export function startPictureMaker(
  dataDir: string,
  onFault: (reason: string) => void,
  { pauseMs = PAUSE_MS } = {},
): PictureMaker {
  let child: ChildProcess | undefined
  let isAskedAgain = false
  let notBefore = 0
  const begin = () => {
    isAskedAgain = false
    let news: PicturesNews | undefined
    const begun = fork(programFile('pictures-process'), { execArgv: [] })
    begun.on('message', (message: PicturesNews) => (news = message))
    begun.on('error', () => {})
    begun.on('close', (code) => {
      if (child !== begun) return
      child = undefined
      if (!news) onFault(`The process that makes pictures ended with ${code}`)
      else if (news.failed.length > 0)
        onFault(`Pictures could not be made: ${news.failed.join(', ')}`)
      // Pictures may have arrived while the folder was being searched.
      else if (isAskedAgain && news.made > 0) return begin()
      notBefore = performance.now() + pauseMs
    })
    begun.send({ dataDir } satisfies PicturesOrder, () => {})
    child = begun
  }
  return {
    ask() {
      if (child) isAskedAgain = true
      else if (performance.now() >= notBefore) begin()
    },
    async close() {
      const ending = child
      child = undefined
      if (!ending || ending.exitCode !== null) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.kill('SIGKILL')
      await ended
    },
  }
}
