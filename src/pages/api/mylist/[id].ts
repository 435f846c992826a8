/** DELETE /api/mylist/{id} (S-171). */
export { DELETE } from './index.ts'
