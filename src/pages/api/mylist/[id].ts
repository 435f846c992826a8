/** DELETE /api/mylist/{id}: removes an entry (S-171). */
export { DELETE } from './index.ts'
