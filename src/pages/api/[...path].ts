import { notFound } from './_reply.ts'

/** Whatever else lies under /api does not exist. */
export const ALL = async (): Promise<Response> => notFound()
