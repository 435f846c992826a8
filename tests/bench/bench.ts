// npm run bench -- NAME [N]: the figures hold for this machine only; compare ratios within one run,
// not seconds.
// BENCH_DATABASE=sqlite or =postgres limits a bench that runs on both databases to one.
import { buildIfStale } from '#bin/build.ts'

const BENCHES: Record<
  string,
  { about: string; run: (count?: number, only?: string) => Promise<void> }
> = {
  publish: {
    about: 'cold publish of N products (1000, 10000, 30000), and where the time goes',
    run: async (count) => (await import('./publish.ts')).benchPublish(count),
  },
  edit: {
    about: 'one product edit until shoppers get it, with N products (1000, 10000, 30000)',
    run: async (count) => (await import('./edit.ts')).benchEdit(count),
  },
  feed: {
    about: 'the merchant feed of N products (30000): in a new process, and after an edit',
    run: async (count) => (await import('./feed.ts')).benchFeed(count),
  },
  rename: {
    about:
      'another name of a category, and another footer, among N products (30000): seconds, memory',
    run: async (count) => (await import('./rename.ts')).benchRename(count),
  },
  live: {
    about: 'requests of shoppers while N rows (25000) are imported beside a running shop: p99',
    run: async (count) => (await import('./live.ts')).benchLive(count),
  },
  beside: {
    about:
      'orders, and the beat of the server, beside sales, counts, checks and publishes (25000); a word names one',
    run: async (count, only) => (await import('./beside.ts')).benchBeside(count, only),
  },
  lock: {
    about:
      'how long a write waits while 5,000 of N products (25000) are sold off, counted, brought',
    run: async (count) => (await import('./lock.ts')).benchLock(count),
  },
  import: {
    about: 'import of N rows (25000): seconds and peak memory',
    run: async (count) => (await import('./import.ts')).benchImport(count),
  },
  serve: {
    about:
      'requests a second of a published page against a bare node:http, and NGINX, with the same bytes',
    run: async () => (await import('./serve.ts')).benchServe(),
  },
  search: {
    about: 'search answers with N products (30000): percentiles and memory',
    run: async (count) => (await import('./search.ts')).benchSearch(count),
  },
  cart: {
    about: 'GET /api/cart with N products (30000) and 50 lines: percentiles',
    run: async (count) => (await import('./cart.ts')).benchCart(count),
  },
  guests: {
    about: "a guest's cart of 50 lines beside N that were left (100000), and how these go",
    run: async (count) => (await import('./guests.ts')).benchGuests(count),
  },
  guess: {
    about:
      "N guesses (200) at an order's link and a guest's cookie: nothing, by answer and by time",
    run: async (count) => (await import('./guess.ts')).benchGuess(count),
  },
  desk: {
    about: 'the orders page at the desk and its search with 50,000 orders: p95',
    run: async () => (await import('./desk-orders.ts')).deskOrders(),
  },
  tap: {
    about:
      "a tap on a product's stock at the desk until a shopper sees it: the first after a start, and later",
    run: async () => (await import('./tap.ts')).benchTap(),
  },
  lists: {
    about: 'what editors wait for with N products (4000): checks, differences, previews, a price',
    run: async (count) => (await import('./desk-lists.ts')).benchLists(count),
  },
  signin: {
    about: 'pages while N sign-in attempts a second (50) come in, against none: p99',
    run: async (count) => (await import('./signin.ts')).benchSignIn(count),
  },
  upload: {
    about:
      'N pictures at once (20), half of them bombs: refusals, memory, and pages beside it: p95',
    run: async (count) => (await import('./upload.ts')).benchUpload(count),
  },
  crash: {
    about: 'N checkouts (1000) with servers killed by -9: SQLite, and PostgreSQL with two of them',
    run: async (count) => (await import('./crash.ts')).benchCrash(count),
  },
  'crash-shop': {
    about:
      'the same with the whole shop: front door, sign-in, cart, publisher, and lists beside it',
    run: async (count) => (await import('./crash.ts')).benchCrashWhole(count),
  },
  orders: {
    about: 'orders a second, how long placing one of N (1000) takes, and pages meanwhile',
    run: async (count) => {
      await (await import('./orders.ts')).benchOrders(count)
      await (await import('./pages-while-ordering.ts')).benchPagesWhileOrdering(count ?? 1000)
    },
  },
  'first-tap': {
    about: "a newcomer's first tap on ADD, N times (5): until it is heard, and until it is done",
    run: async (count) => (await import('./first-tap.ts')).benchFirstTap(count),
  },
  paint: {
    about: 'largest paint on a slow phone against bare HTML without scripts, N visits each (9)',
    run: async (count) => (await import('./paint.ts')).benchPaint(count),
  },
}

const [name = '', count, only] = process.argv.slice(2)
const bench = BENCHES[name]
if (!bench) {
  console.log('npm run bench -- NAME [N]\n')
  for (const [key, { about }] of Object.entries(BENCHES))
    console.log(`  ${key.padEnd(11)} ${about}`)
  process.exit(name === '' ? 0 : 2)
}
await buildIfStale()
await bench.run(count === undefined ? undefined : Number(count), only)
