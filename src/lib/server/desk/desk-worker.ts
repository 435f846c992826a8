import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#lib/server/database/database.ts'
import { lowerPriority } from '#lib/server/lower-priority.ts'
import { PreviewSession } from './preview-session.ts'
import { runTask } from './run-task.ts'
import type { Task, TaskSettings } from './task.ts'

lowerPriority()
const { publicUrl, ...given }: Omit<TaskSettings, 'publicUrl'> & { publicUrl: string } = workerData
const settings: TaskSettings = { ...given, publicUrl: new URL(publicUrl) }
const db = openDatabase(settings.databaseUrl)
const looks = new PreviewSession()

parentPort?.on('message', (task: Task) => void work(task))

async function work(task: Task): Promise<void> {
  const onProgress = (progress: unknown) => parentPort?.postMessage({ progress })
  try {
    parentPort?.postMessage({ outcome: await runTask({ db, settings, looks, onProgress }, task) })
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? '') : String(error) })
  }
}
