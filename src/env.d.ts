/// <reference types="astro/client" />

declare namespace Astro {
  interface ClientDirectives {
    'client:interaction'?: boolean
  }
}

declare namespace App {
  /** What every page and endpoint gets from the server or the publisher. */
  interface Locals {
    /** Recorded reads of the catalogue: the only way a published page may read it. */
    catalogue: import('./lib/server/catalogue/catalogue.ts').Catalogue
    /** For endpoints, which are never published. */
    db: import('kysely').Kysely<import('./lib/server/database/schema.ts').Database>
    /** Search over the names (undefined while a page is published). */
    search: import('./lib/server/catalogue/search.ts').Search | undefined
    /** PUBLIC_URL without a trailing slash. */
    origin: string
    /** PRODUCT_GATE (design, decision 1). */
    productGate: 'open' | 'redirect'
    /** The chosen country, 'All' by default. */
    location: string
    /** A message of the form that led here, shown once. */
    flash: { msg: string; error: boolean } | undefined
    /** Parsed form of a POST, PUT or DELETE; the server has checked size and origin. */
    body: Record<string, unknown> | undefined
    requestId: string
  }
}
