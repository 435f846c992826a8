import { openDatabase } from '#lib/server/database/database.ts'
import { PreviewSession } from '#lib/server/desk/preview-session.ts'
import { runTask } from '#lib/server/desk/run-task.ts'
import type { Outcomes, Progress, Task, TaskOf, TaskSettings } from '#lib/server/desk/task.ts'
import type { Tasks } from '#lib/server/desk/upload-work.ts'

/**
 * Runs the desk's tasks one after another without a thread, whose start takes most of a second. As with a thread, they
 * have a database of their own, what goes in and comes out is a copy, and after the end nothing comes out any more.
 */
export function tasksHere(settings: TaskSettings): Tasks {
  const db = openDatabase(settings.databaseUrl)
  const looks = new PreviewSession()
  let last: Promise<void> = Promise.resolve()
  let isClosed = false

  async function answer(task: Task, onProgress: (progress: Progress) => void) {
    const tell = (progress: Progress) => {
      if (!isClosed) onProgress(structuredClone(progress))
    }
    try {
      const work = { db, settings, looks, onProgress: tell }
      return { outcome: structuredClone(await runTask(work, task)) }
    } catch (error) {
      return { error: error instanceof Error ? (error.stack ?? '') : String(error) }
    }
  }

  return {
    run<Kind extends Task['kind']>(
      task: TaskOf<Kind>,
      onProgress: (progress: Progress) => void = () => {},
    ): Promise<Outcomes[Kind]> {
      const { promise, resolve, reject } = Promise.withResolvers<Outcomes[Kind]>()
      const sent = structuredClone(task)
      last = last.then(async () => {
        const end = isClosed ? undefined : await answer(sent, onProgress)
        if (isClosed || !end) return
        // A task is answered with the outcome of its kind (run-task.ts).
        if ('outcome' in end) resolve(end.outcome as Outcomes[Kind])
        else reject(new Error(end.error))
      })
      return promise
    },
    warm() {},
    async close() {
      isClosed = true
      await last
      await looks.end()
      await db.destroy()
    },
  }
}
