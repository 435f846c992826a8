import { answerList } from '#pages/api/_list.ts'
import { readOnly } from '#pages/api/_reply.ts'

/** GET /api/products: the products that pass the filters. */
export const { GET, HEAD, ALL } = readOnly(answerList)
