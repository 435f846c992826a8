/** A node of a JSON-LD graph. */
export type Thing = { '@type': string; [property: string]: unknown }

/** Address of the vocabulary. */
export const SCHEMA = 'https://schema.org'
