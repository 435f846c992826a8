/// <reference types="astro/client" />

declare module '*.svg?shapes' {
  /** What is drawn within the icon (astro.config.mjs). */
  const shapes: string
  export default shapes
}

declare namespace Astro {
  interface ClientDirectives {
    'client:interaction'?: boolean | 'now'
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
    search: import('./lib/server/catalogue/search/search.ts').Search | undefined
    /** PUBLIC_URL without a trailing slash. */
    origin: string
    /** PRODUCT_GATE. */
    productGate: 'open' | 'redirect'
    /** CART_GATE; where it is not said, cart and list are for the signed in. */
    cartGate?: 'open' | 'signin'
    /** The chosen country, 'All' by default. */
    location: string
    /** A message of the form that led here, shown once. */
    flash: import('#lib/browser/flash.ts').Flash | undefined
    /** Parsed form of a POST, PUT or DELETE; the server has checked size and origin. */
    body: Record<string, unknown> | undefined
    requestId: string
    /** Who is signed in, by the session cookie; nobody while a page is published. */
    user?: import('./lib/server/accounts/session.ts').SignedInUser | undefined
    /** Accounts of shoppers; absent while a page is published. */
    accounts?: import('./lib/server/accounts/accounts.ts').Accounts
    /** Limits in memory, by rule and key; absent while a page is published (H10). */
    limits?: import('./lib/server/http/guards/rate-limit.ts').RateLimit
    /** What limits count a visitor by; undefined when it cannot be told (H10h). */
    address?: string | undefined
    /** The payment provider and what goes with it; absent while a page is published. */
    payments?: import('./lib/server/payments/payments.ts').Payments
    /** The editors' desk, for editors alone. */
    desk?: import('./lib/server/desk/desk.ts').Desk | undefined
    /** The large files of an editor's form; they lie on disk. */
    received?: import('./lib/server/http/body/body.ts').ReceivedFile[] | undefined
    /** What a form was refused with: the way to its next page does not say it. */
    refusedWith?: number
    /** Files of a multipart form; the server has checked their size, not what they are. */
    files?: import('./lib/server/http/body/multipart.ts').SentFile[]
  }
}
