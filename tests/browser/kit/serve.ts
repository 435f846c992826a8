// The shop for the browser tests: the production build over a new DATA_DIR with plain pictures.
import { layPlainPictures } from '#bin/plain-pictures.ts'

const { DATA_DIR } = process.env
if (DATA_DIR) await layPlainPictures(DATA_DIR)
await import('#bin/start.ts')
