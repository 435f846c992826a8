import { type ChildProcess, fork } from 'node:child_process'
import { programFile } from '#lib/server/build/programs.ts'

/** Whose pictures are made. */
export type PicturesOrder = { dataDir: string }

/** What became of it. */
export type PicturesNews = { made: number; failed: string[] }

/** Makes what pictures lack after their import. */
export type PictureMaker = {
  /** A picture was asked for that is not made yet. */
  ask: () => void
  close: () => Promise<void>
}

/** What cannot be made, as its source is gone, is not tried for every shopper who asks. */
const PAUSE_MS = 60_000

/**
 * Makes pictures in a process of the lowest priority that is there only while some are missing, whoever imported
 * them: what asks for it is the first shopper to whom another form is sent. `onFault` is told what went wrong.
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
      // What came in while the folder was being gone through.
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
