import { parentPort, workerData } from 'node:worker_threads'
import { openBeside } from '#lib/server/database/database.ts'
import { lowerPriority } from '#lib/server/lower-priority.ts'
import { loadApp } from './build-output.ts'
import { finishPage } from './finish-page.ts'
import { KeptCatalogue } from './kept-catalogue.ts'
import type { Rendered, RenderSettings, Task } from './rendered.ts'
import { renderBatch } from './renderer.ts'

lowerPriority()
const { databaseUrl, settings }: { databaseUrl: string; settings: RenderSettings } = workerData
const db = await openBeside(databaseUrl)
const app = await loadApp(finishPage)
const kept = new KeptCatalogue(db, true)

parentPort?.on('message', (tasks: Task[]) => {
  renderBatch(db, app, settings, tasks, kept).then(answer, (error: unknown) => {
    // Said outright: the app's adapter has a listener that swallows rejections nobody handles.
    answer(error instanceof Error ? error : new Error(String(error)))
  })
})

const answer = (value: Rendered[] | Error) => parentPort?.postMessage(value)
