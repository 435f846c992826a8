import { LOWEST, lowerPriority } from '#lib/server/lower-priority.ts'
import type { PicturesNews, PicturesOrder } from './picture-maker.ts'

// Before the first thread of the packages that turn pictures: they have the priority of whoever starts them.
lowerPriority(LOWEST)
// Whoever wanted them has ended: the next server makes what is missing then.
process.on('disconnect', () => process.exit(1))
process.once('message', ({ dataDir }: PicturesOrder) => {
  void make(dataDir).then((news) => process.send?.(news, () => process.disconnect()))
})

async function make(dataDir: string): Promise<PicturesNews> {
  const { makeDeferredPictures } = await import('./deferred-pictures.ts')
  return makeDeferredPictures(dataDir)
}
