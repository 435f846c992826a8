import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#lib/server/database/database.ts'
import { giveWay } from '#lib/server/give-way.ts'
import { loadRender } from './build-output.ts'
import { renderBatch, type RenderSettings, type Task } from './renderer.ts'

giveWay()
const { databaseUrl, settings }: { databaseUrl: string; settings: RenderSettings } = workerData
const db = openDatabase(databaseUrl)
const render = await loadRender()

parentPort?.on('message', (tasks: Task[]) => {
  // A fault ends the worker; the pool hears of it.
  void renderBatch(db, render, settings, tasks).then((done) => parentPort?.postMessage(done))
})
