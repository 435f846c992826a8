import type { BlockList } from 'node:net'
import type { Duplex } from 'node:stream'
import type { CountryCache } from '#lib/server/catalogue/facet-index/country-cache.ts'
import type { CountryMatch } from '#lib/server/catalogue/facet-index/country-match.ts'
import type { Answer } from './answer.ts'
import type { Connections } from './connections.ts'
import type { IsOurScript } from './guards/csp.ts'
import type { RenderVisit } from './dynamic.ts'
import type { GatewayHosts } from './guards/gateway-hosts.ts'
import type { Readiness } from './health.ts'
import type { Log } from './log.ts'
import type { RateLimit } from './guards/rate-limit.ts'
import type { Folders } from './files/site-path.ts'
import type { StaticFiles } from './files/static-files.ts'
import type { UploadRoom } from './body/upload-room.ts'

/** An answer that stays open for as long as the browser listens. */
export type EventStream = {
  /** Subscribes with a function that sends an event; returns the function that unsubscribes. */
  listen: (send: (data: string) => void) => () => void
}

/** The signed-in user who sends a request. */
export type Requester = { id: string; isEditor: boolean; isStaff?: boolean }

/** What the server is given: settings, and functions into the shop. */
export type FrontOptions = {
  publicUrl: URL
  trustedProxies: BlockList
  rateScale: number
  folders: Folders
  log: Log
  render: RenderVisit
  finishPage: (html: string) => string
  /** Which inline scripts pages may run (H1). */
  isOurScript: IsOurScript
  readiness: () => Promise<Readiness>
  isCountry: (name: string) => boolean
  /** Whether a page differs in a country; without this function it is rendered for each request. */
  lookThere?: (path: string, country: string) => Promise<CountryMatch>
  /** A shop to try out, which search engines should not list. */
  isTrial: boolean
  /** The payment provider's hosts, which the checkout may use (H2). */
  gateway?: GatewayHosts | undefined
  /** Finds the user of a session cookie; files are accepted from nobody else (H11). */
  findRequester?: (cookie: string) => Promise<Requester | undefined>
  /** Finds the guest cart of a Cookie header. */
  findGuest?: (cookie: string) => Promise<{ id: string } | undefined>
  /** Events for the desk, such as new orders. */
  ring?: EventStream
  /** The progress of an editor's list, as events. */
  progress?: (requester: Requester, upload: string) => EventStream
  /** The folder that receives editors' large files. */
  importDir?: string
  /** How long a body may take to arrive (F48). */
  bodyMs?: number
  /** The size of the file cache, and the size from which files are streamed, both in bytes. */
  cacheBytes?: number
  largeBytes?: number
  /** Called when a page was sent before it was packed as small as possible. */
  onUnpacked?: (path: string) => void
  /** Called when a picture was asked for before it was made. */
  onStandIn?: () => void
  /** Pending while the first catalogue is imported: until then there is nothing to show. */
  filling?: Promise<void> | undefined
}

/** The state of a running server, shared by all requests. */
export type Front = FrontOptions & {
  files: StaticFiles
  located: CountryCache<Promise<Answer | undefined>>
  hosts: Set<string>
  origins: Set<string>
  limits: RateLimit
  connections: Connections
  /** Connections that are receiving a file, which may take longer than other requests (H5). */
  uploading: WeakSet<Duplex>
  room: UploadRoom
  isHttps: boolean
  isStopping: boolean
}
