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

/** An answer that goes on for as long as the browser listens. */
export type EventStream = {
  /** Is given a function that sends an event; returns what ends it. */
  listen: (send: (data: string) => void) => () => void
}

/** Who sends a file. */
export type Sender = { id: string; isEditor: boolean; isStaff?: boolean }

/** What the server is given: settings, and the shop behind it. */
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
  /** Whether a page is another in a country; where nothing says, it is rendered for each who asks. */
  lookThere?: (path: string, country: string) => Promise<CountryMatch>
  /** Other hosts that the checkout may use (H2). */
  gateway?: GatewayHosts | undefined
  /** Whose session a Cookie header brings; nobody else's files are read (H11). */
  findSender?: (cookie: string) => Promise<Sender | undefined>
  /** Whose cart a Cookie header brings, of those who have no account. */
  findGuest?: (cookie: string) => Promise<{ id: string } | undefined>
  /** What the desk is told as it happens. */
  ring?: EventStream
  /** How far the list of an editor is, as it happens. */
  progress?: (sender: Sender, upload: string) => EventStream
  /** Where the large files of editors come in. */
  importDir?: string
  /** How long a body may take to come in (F48). */
  bodyMs?: number
  /** Room for files in memory; from which size on they are sent from the disk. */
  cacheBytes?: number
  largeBytes?: number
  /** Told of a page that was sent before it was packed as small as can be. */
  onUnpacked?: (path: string) => void
  /** Told of a picture that was asked for before it was made. */
  onStandIn?: () => void
  /** While the first catalogue comes in: there is nothing to show yet. */
  filling?: Promise<void> | undefined
}

/** The state of a running server, shared by all requests. */
export type Front = FrontOptions & {
  files: StaticFiles
  located: CountryCache<Answer>
  hosts: Set<string>
  origins: Set<string>
  limits: RateLimit
  connections: Connections
  /** Connections that bring a file, which takes longer than other requests may (H5). */
  uploading: WeakSet<Duplex>
  room: UploadRoom
  isHttps: boolean
  isStopping: boolean
}
