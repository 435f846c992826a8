import { notFound } from './_reply.ts'

/** Anything else under /api does not exist. */
export const ALL = async (): Promise<Response> => notFound()
