// The shop of the browser tests: the production build in a fresh DATA_DIR, with plain pictures made before.
import { layPlainPictures } from '#bin/plain-pictures.ts'

const { DATA_DIR } = process.env
if (DATA_DIR) await layPlainPictures(DATA_DIR)
await import('#bin/start.ts')
