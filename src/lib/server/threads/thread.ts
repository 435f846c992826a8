import { enableCompileCache, flushCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { ThreadData } from './start-thread.ts'

const { compiledDir, module }: ThreadData = workerData
if (compiledDir !== undefined) enableCompileCache(compiledDir)
await import(module)
// A thread that is ended from outside would keep nothing.
if (compiledDir !== undefined) flushCompileCache()
