import { expect, test, vi } from 'vitest'
import { flashCookie } from '#lib/server/http/cookies.ts'
import type { RenderVisit } from '#lib/server/http/dynamic.ts'
import type { Readiness } from '#lib/server/http/health.ts'
import { ask, echo, openServer, PAGE, type TestServer } from '#tests/support/http-front.ts'

const asked = async (server: TestServer, path: string, cookie?: string) => {
  const { text } = await ask(server, path, cookie ? { headers: { cookie } } : {})
  return JSON.parse(text.replace(/^.*<p>|<\/p>$/g, ''))
}

test.each([
  ['/index.html', '/'],
  ['/index', '/'],
  ['/category/atta.html', '/category/atta'],
  ['/category/atta/', '/category/atta'],
  ['/Category/Atta', '/category/atta'],
  ['/PRODUCT/Atta-1KG/', '/product/atta-1kg'],
  ['/category/atta/page/1', '/category/atta'],
  ['/Category/Atta/Page/1/?page=3', '/category/atta/page/3'],
  ['/category/atta?page=1', '/category/atta'],
  ['/subcat/atta?page=3', '/subcat/atta/page/3'],
  ['/subcat/atta?page=3&utm_source=mail&sort=', '/subcat/atta/page/3?utm_source=mail&sort='],
  ['/category/%61tta', '/category/atta'],
  ['/category/atta/?utm_source=mail', '/category/atta?utm_source=mail'],
])('seo 1: %s leads to %s in one step', async (path, location) => {
  await using server = await openServer(echo)
  for (const page of ['category/atta', 'category/atta/page/3', 'subcat/atta/page/3'])
    server.write(`site/${page}.html`, PAGE)
  const reply = await ask(server, path)
  expect([reply.status, reply.headers.location]).toEqual([301, location])
})

test('an address that names a page past the end of its list is not led there first', async () => {
  await using server = await openServer(() => Promise.resolve(new Response(null, { status: 404 })))
  server.write('site/category/atta.html', PAGE)
  for (const path of ['/category/atta?page=2', '/Category/atta/page/2', '/offers?page=900'])
    expect((await ask(server, path)).status, path).toBe(404)
})

test.each([
  '/product/index',
  '/category/atta?page=2&sort=price',
  '/category/atta?page=x',
  '/search?page=2',
])('the address %s stays as it is', async (path) => {
  await using server = await openServer(echo)
  expect((await ask(server, path)).status).toBe(200)
})

test('a page goes out from its file, whatever strangers put into its query', async () => {
  await using server = await openServer(() => Promise.reject(new Error('rendered')))
  expect((await ask(server, '/?utm_source=mail&gclid=x')).text).toBe(PAGE)
})

test('a filter, a choice or a page that is not there yet is rendered', async () => {
  await using server = await openServer(echo)
  server.write('site/category/atta.html', PAGE)
  server.write('site/product/atta.html', PAGE)
  expect(await asked(server, '/category/atta?sort=price')).toMatchObject({ search: '?sort=price' })
  expect(await asked(server, '/product/atta?variant=1-kg')).toMatchObject({
    search: '?variant=1-kg',
  })
  expect(await asked(server, '/product/rice')).toMatchObject({ pathname: '/product/rice' })
})

test('a rendered page that is the same for all is revalidated like a published one', async () => {
  const render: RenderVisit = async () =>
    new Response(PAGE, { headers: { 'content-type': 'text/html' } })
  await using server = await openServer(render)
  const { headers } = await ask(server, '/category/atta?sort=price')
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const again = { headers: { 'if-none-match': String(headers.etag) } }
  expect((await ask(server, '/category/atta?sort=price', again)).status).toBe(304)
})

test('home is another for a country of one’s own, a product is not', async () => {
  await using server = await openServer(echo)
  server.write('site/product/atta.html', PAGE)
  const home = await ask(server, '/', { headers: { cookie: 'a=b; location=India' } })
  expect(home.headers['cache-control']).toBe('private, no-store')
  expect(home.headers).not.toHaveProperty('etag')
  expect(home.text).toContain('"location":"India"')
  for (const cookie of ['location=All', 'location=Atlantis', 'location=%zz', 'mylocation=India']) {
    expect([cookie, (await ask(server, '/', { headers: { cookie } })).text]).toEqual([cookie, PAGE])
  }
  const product = await ask(server, '/product/atta', { headers: { cookie: 'location=India' } })
  expect(product.text).toBe(PAGE)
})

test('a page is rendered once for a country, and never where all that it lists is sold there (G18)', async () => {
  const rendered: string[] = []
  const look = { version: 7 }
  const render: RenderVisit = async (request, visit) => {
    rendered.push(`${new URL(request.url).pathname} ${visit.location}`)
    expect(request.headers.get('cookie'), 'knows no visitor').toBeNull()
    return echo(request, visit)
  }
  await using server = await openServer(render, {
    isCountry: (name) => name !== 'All',
    lookThere: async (path) => ({ ...look, isAlike: path === '/category/atta' }),
  })
  server.write('site/category/atta.html', PAGE)
  const cookie = 'location=India; session_token=secret'
  expect((await ask(server, '/category/atta', { headers: { cookie } })).text).toBe(PAGE)
  expect(rendered).toEqual([])

  const head = await ask(server, '/', { method: 'HEAD', headers: { cookie } })
  const first = await ask(server, '/', { headers: { cookie: 'location=India' } })
  expect([head.headers.etag, head.status]).toEqual([first.headers.etag, 200])
  expect(first.text).toContain('"location":"India"')
  expect(first.headers['cache-control']).toBe('private, max-age=0, must-revalidate')
  const known = { cookie, 'if-none-match': String(first.headers.etag) }
  expect((await ask(server, '/', { headers: known })).status).toBe(304)
  expect(rendered).toEqual(['/ India'])

  expect((await ask(server, '/', { headers: { cookie: 'location=Nepal' } })).text).toContain(
    'Nepal',
  )
  look.version = 8
  await ask(server, '/', { headers: { cookie } })
  expect(rendered).toEqual(['/ India', '/ Nepal', '/ India'])
})

test('all who ask for a page of a country at once wait for one rendering, and for none that failed (G18)', async () => {
  let [rendered, isFaulty] = [0, true]
  const render: RenderVisit = async (request, visit) => {
    rendered++
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (isFaulty) throw new Error('The database is away')
    return echo(request, visit)
  }
  await using server = await openServer(render, {
    isCountry: (name) => name !== 'All',
    lookThere: async () => ({ version: 7, isAlike: false }),
  })
  const headers = { cookie: 'location=India' }
  expect((await ask(server, '/', { headers })).status).toBe(500)
  ;[rendered, isFaulty] = [0, false]
  const all = await Promise.all(Array.from({ length: 5 }, () => ask(server, '/', { headers })))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(rendered).toBe(1)
})

test('a message is shown once, on a page that no cache keeps', async () => {
  await using server = await openServer(echo)
  const [cookie = ''] = flashCookie({ msg: 'Thank you, नमस्ते!', error: false }).split(';')
  const { text, headers } = await ask(server, '/', { headers: { cookie } })
  expect(text).toContain('Thank you, नमस्ते!')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(headers['set-cookie']).toEqual(['flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
  // A script that the page loads does not use up the message.
  const script = await ask(server, '/api/products', { headers: { cookie } })
  expect(script.headers).not.toHaveProperty('set-cookie')
})

test('a page fetched ahead leaves message and refused form to the page that is looked at', async () => {
  await using server = await openServer(async (request, { flash }) => {
    const body = JSON.stringify({ cookie: request.headers.get('cookie'), flash })
    return new Response(`<p>${body}</p>`, { headers: { 'content-type': 'text/html' } })
  })
  const [flash = ''] = flashCookie({ msg: 'Thank you', error: false }).split(';')
  const headers = { cookie: `${flash}; form=typed; place=411001`, purpose: 'prefetch' }
  const ahead = await ask(server, '/', { headers })
  expect(ahead.text).not.toContain('Thank you')
  expect(ahead.text).not.toContain('typed')
  expect(ahead.text).toContain('place=411001')
  expect(ahead.headers).not.toHaveProperty('set-cookie')
  expect((await ask(server, '/', { headers: { cookie: flash } })).text).toContain('Thank you')
})

const shown = async (msg: string): Promise<string> => {
  await using server = await openServer(echo)
  const [cookie] = flashCookie({ msg, error: true }).split(';')
  return (await asked(server, '/', cookie)).flash?.msg
}

test.each([
  ['English', 'The price of Toor dal was changed by import 7 to 120.00.'],
  ['Hindi', 'तूर दाल की कीमत आयात 7 ने बदलकर 120.00 कर दी थी।'],
])(
  'of a message that is longer than its cookie whole sentences are shown, in %s',
  async (_, one) => {
    const sentences = Array.from({ length: 20 }, (_, n) => `${one} (${n})`)
    for (const [rest, left] of [
      [[], 20],
      [['… and 30 more.'], 50],
    ] as const) {
      const lines = (await shown([...sentences, ...rest].join('\n'))).split('\n')
      const last = lines.pop()
      expect(lines.length).toBeGreaterThan(5)
      expect(lines).toEqual(sentences.slice(0, lines.length))
      expect(last).toBe(`… and ${left - lines.length} more`)
    }
  },
)

test('of one endless sentence the beginning is shown, without a broken character', async () => {
  const text = await shown('🌶️'.repeat(2000))
  expect(text).toMatch(/^(🌶️)+🌶?…$/u)
  expect(text.length).toBeGreaterThan(200)
})

test.each(['flash=nonsense', `flash=${'a'.repeat(2000)}`, 'flash=eyJtc2ciOjF9', 'flash='])(
  'a message cookie that is not ours (%#) says nothing and is taken back',
  async (cookie) => {
    await using server = await openServer(echo)
    const { text, headers } = await ask(server, '/', { headers: { cookie } })
    expect(text).not.toContain('"flash"')
    expect(headers['set-cookie']).toHaveLength(1)
  },
)

test('whoever has a session gets answers that no cache keeps (H12)', async () => {
  await using server = await openServer(echo)
  const headers = { cookie: '__Host-kirana.session_token=x' }
  for (const path of ['/api/products', '/category/atta?sort=price']) {
    const reply = await ask(server, path, { headers })
    expect(reply.headers['cache-control']).toBe('private, no-store')
  }
})

test('what is opened by a secret in its address is kept by no cache, whoever asks (H12 A40)', async () => {
  await using server = await openServer(echo)
  for (const path of [`/track/${'s'.repeat(32)}`, '/reset?token=x', '/verifyotp']) {
    expect((await ask(server, path)).headers['cache-control']).toBe('private, no-store')
  }
  expect((await ask(server, '/api/products')).headers['cache-control']).toMatch(/^public/)
})

test('behind https every cookie is Secure and __Host-, whatever sets it (A15 H9)', async () => {
  const headers = new Headers()
  const set = ['flash=', 'form=', 'google=', 'location=', '__Host-device=']
  for (const name of set) headers.append('set-cookie', `${name}b; Path=/; HttpOnly; SameSite=Lax`)
  const render: RenderVisit = async () => new Response('', { headers })
  await using server = await openServer(render, { publicUrl: 'https://shop.example' })
  const cookies = (await ask(server, '/api/products')).headers['set-cookie'] ?? []
  expect(cookies).toHaveLength(set.length)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-\w+=b; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  }
})

test('behind https a cookie that a neighbouring site could have planted does not exist (A15 H9)', async () => {
  await using server = await openServer(
    async (request, visit) => {
      const { location, flash } = visit
      return Response.json({ cookie: request.headers.get('cookie'), location, flash })
    },
    { publicUrl: 'https://shop.example' },
  )
  const [flash = ''] = flashCookie({ msg: 'Pay here: evil.example', error: false }).split(';')
  const ours = ['location=India', flash, 'form=x', 'google=y']
  const read = async (cookies: string[]) =>
    JSON.parse(
      (await ask(server, '/category/a?sort=price', { headers: { cookie: cookies.join('; ') } }))
        .text,
    )
  expect(await read(ours)).toEqual({ cookie: null, location: 'All' })
  expect(await read([...ours.map((one) => `__Host-${one}`), '__Host-device=z'])).toMatchObject({
    ...{ cookie: [...ours, '__Host-device=z'].join('; '), location: 'India' },
    flash: { msg: 'Pay here: evil.example' },
  })
})

test('an unknown address is the shop’s 404 page, and JSON under /api', async () => {
  const render: RenderVisit = async ({ url }) =>
    url.includes('/api/')
      ? Response.json({ error: true, msg: 'There is nothing at this address' }, { status: 404 })
      : new Response(null, { status: 404 })
  await using server = await openServer(render)
  const page = await ask(server, '/nope')
  expect([page.status, page.text]).toEqual([404, '<!doctype html><h1>Not found</h1>'])
  const again = await ask(server, '/nope', { headers: { 'if-none-match': '*' } })
  expect(again.status).toBe(404)
  const api = await ask(server, '/api/nope')
  expect([api.status, JSON.parse(api.text).error]).toEqual([404, true])
})

test('a link that shows no order says so itself, and not the page of unknown addresses (G08)', async () => {
  const html = '<!doctype html><h1>This link shows no order</h1>'
  const render: RenderVisit = async () =>
    new Response(html, { status: 404, headers: { 'content-type': 'text/html' } })
  await using server = await openServer(render)
  const page = await ask(server, `/track/${'A'.repeat(32)}`)
  expect([page.status, page.text]).toEqual([404, html])
  expect((await ask(server, '/tracks')).text).toContain('Not found')
})

test('a fault is a 500 page of the shop with a number, and the log has the reason (F50 A45)', async () => {
  const render: RenderVisit = async (request, visit) => {
    if (request.url.endsWith('/500')) {
      const html = `<h1>Sorry</h1>${visit.requestId}`
      return new Response(html, { status: 500, headers: { 'content-type': 'text/html' } })
    }
    throw new Error('secret reason')
  }
  await using server = await openServer(render)
  const page = await ask(server, '/boom')
  expect(page.status).toBe(500)
  expect(page.text).toBe(`<h1>Sorry</h1>${page.headers['x-request-id']}`)
  const api = await ask(server, '/api/boom')
  expect(api.status).toBe(500)
  expect(JSON.parse(api.text)).toEqual({ error: true, msg: 'Something went wrong on our side.' })
  const logged = server.lines.find((line) => line.includes('secret reason'))
  expect(logged).toContain(String(page.headers['x-request-id']))
  expect((await ask(server, '/')).status).toBe(200)
})

test('when the 500 page fails too, a plain one needs nothing of the shop (F50)', async () => {
  await using server = await openServer(() => Promise.reject(new Error('secret reason')))
  const { status, text } = await ask(server, '/boom')
  expect(status).toBe(500)
  expect(text).toMatch(/<h1>Something went wrong<\/h1>/)
  expect(text).not.toMatch(/secret|\.ts|node_modules/)
})

test('a database that is away is 503 with Retry-After (F34 F37)', async () => {
  class DatabaseBusy extends Error {}
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const full = Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  const errors = [new DatabaseBusy('busy'), refused, full, new Error('wrapped', { cause: refused })]
  const render = vi.fn<RenderVisit>()
  await using server = await openServer(render)
  for (const error of errors) {
    render.mockRejectedValue(error)
    const { status, headers } = await ask(server, '/api/products')
    expect([status, headers['retry-after']]).toEqual([503, '5'])
  }
})

test('an answer that the app itself calls 503 is passed on', async () => {
  const render: RenderVisit = async () =>
    Response.json({ error: true, msg: 'later' }, { status: 503, headers: { 'retry-after': '1' } })
  await using server = await openServer(render)
  const { status, headers, text } = await ask(server, '/api/products')
  expect([status, headers['retry-after'], JSON.parse(text).msg]).toEqual([503, '1', 'later'])
})

test('a form of a page gets a page as its answer, a script gets JSON', async () => {
  await using server = await openServer(() => Promise.reject(new Error('boom')))
  const form = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*' },
    body: 'a=b',
  }
  expect((await ask(server, '/api/newsletter', form)).headers['content-type']).toMatch(
    /^text\/html/,
  )
  const script = { ...form, headers: { ...form.headers, accept: '*/*' } }
  expect((await ask(server, '/api/newsletter', script)).headers['content-type']).toMatch(/json/)
})

test('/readyz tells why the shop is not ready', async () => {
  const readiness = vi.fn(async (): Promise<Readiness> => ({ lagMs: 1200 }))
  await using server = await openServer(echo, { readiness })
  expect(JSON.parse((await ask(server, '/readyz')).text)).toEqual({ status: 'ready', lagMs: 1200 })
  readiness.mockResolvedValue({ reason: 'The database cannot be written.', lagMs: 0 })
  const red = await ask(server, '/readyz')
  expect([red.status, JSON.parse(red.text).reason]).toEqual([
    503,
    'The database cannot be written.',
  ])
  expect((await ask(server, '/healthz')).status).toBe(200)
})

test('what /readyz cannot find out is said in words of ours, and the rest is for the log (A45)', async () => {
  const readiness = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432 user kirana')
  }
  await using server = await openServer(echo, { readiness })
  const red = await ask(server, '/readyz')
  expect([red.status, JSON.parse(red.text)]).toEqual([
    503,
    { status: 'not ready', reason: 'The state of the shop cannot be determined.', lagMs: 0 },
  ])
  expect(server.lines.join('')).toContain('ECONNREFUSED')
})

test('the log has one line a request and nothing personal in it (A43 A39)', async () => {
  await using server = await openServer(echo)
  const headers = {
    cookie: 'session=topsecret',
    'user-agent': 'agent-secret',
    'x-forwarded-for': '6.6.6.6',
  }
  await ask(server, '/?email=asha%40example.in', { headers })
  await ask(server, '/search?q=secretwish', { headers })
  await ask(server, '/a%22%0a{"level":"fatal"}?token=secrettoken', { headers })
  await ask(server, '/api/newsletter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"body@secret.in"}',
  })
  const records = server.lines.map((line) => JSON.parse(line))
  expect(records).toHaveLength(4)
  for (const record of records) {
    expect(Object.keys(record)).toEqual([
      'level',
      'time',
      'id',
      'method',
      'path',
      'status',
      'bytes',
      'ms',
    ])
    expect(record.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  }
  expect(records.map(({ path }) => path).slice(0, 2)).toEqual(['/', '/search'])
  expect(server.lines.join('')).not.toMatch(/secret|asha|6\.6\.6\.6|127\.0\.0\.1/)
  expect(server.lines.join('').split('\n')).toHaveLength(5)
})
