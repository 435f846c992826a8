import { answerList } from '#pages/api/_list.ts'

/** GET /api/products: the products that pass the filters. */
export const GET = answerList
