import { LOWEST, lowerPriority } from '#lib/server/lower-priority.ts'
import type { PicturesNews, PicturesOrder } from './picture-maker.ts'

// Before the image packages start their threads, which inherit the priority.
lowerPriority(LOWEST)
// The server that started this has ended: the next one makes what is still missing.
process.on('disconnect', () => process.exit(1))
process.once('message', ({ dataDir }: PicturesOrder) => {
  void make(dataDir).then((news) => process.send?.(news, () => process.disconnect()))
})

async function make(dataDir: string): Promise<PicturesNews> {
  const { makeDeferredPictures } = await import('./deferred-pictures.ts')
  return makeDeferredPictures(dataDir)
}
