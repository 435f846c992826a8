import { answerList } from '#pages/api/_list.ts'
import { readOnly } from '#pages/api/_reply.ts'

/** GET /api/products: the products that pass the filters (spec §7; design, "Calls"). */
export const { GET, HEAD, ALL } = readOnly(answerList)
