import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#lib/server/database/database.ts'
import { lowerPriority } from '#lib/server/lower-priority.ts'
import { loadApp } from '#lib/server/publish/app/build-output.ts'
import { finishPage } from '#lib/server/publish/finish-page.ts'
import { CatalogueCache } from './catalogue-cache.ts'
import { warmUpPages } from './warm-up.ts'
import {
  WARM_UP,
  type Rendered,
  type RenderSettings,
  type RenderTask,
} from '#lib/server/publish/rendered.ts'
import { renderBatch } from './renderer.ts'

lowerPriority()
const { databaseUrl, settings }: { databaseUrl: string; settings: RenderSettings } = workerData
const db = openDatabase(databaseUrl)
const app = await loadApp(finishPage)
const kept = new CatalogueCache(db, true)

let warmingUp: Promise<void> | undefined

parentPort?.on('message', (work: RenderTask[] | typeof WARM_UP) => {
  if (work === WARM_UP) {
    // What fails here is reported when a page fails for the same reason.
    warmingUp = warmUpPages(db, app, settings, kept).catch(() => kept.forget())
    return
  }
  batch(work).then(answer, (error: unknown) => {
    // Answered explicitly: the app's adapter has a listener that swallows unhandled rejections.
    answer(error instanceof Error ? error : new Error(String(error)))
  })
})

async function batch(tasks: RenderTask[]): Promise<Rendered[]> {
  await warmingUp
  return renderBatch(db, app, settings, tasks, kept)
}

const answer = (value: Rendered[] | Error) => parentPort?.postMessage(value)
