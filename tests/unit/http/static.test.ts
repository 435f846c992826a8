import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding } from '#lib/server/http/files/accept-encoding.ts'
import { StaticFiles } from '#lib/server/http/files/static-files.ts'
import { packedFile, packedWithName } from '#lib/server/publish/files/packing.ts'
import { ask, echo, openServer, PAGE, talk, type TestServer } from '#tests/support/http-front.ts'

const BR = { 'accept-encoding': 'gzip, deflate, br' }

test('a published page goes out as it lies there', async () => {
  await using server = await openServer(echo)
  const { status, text, headers } = await ask(server, '/')
  expect(status).toBe(200)
  expect(text).toBe(PAGE)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-length']).toBe(String(Buffer.byteLength(PAGE)))
})

test('a page goes out with the same head each time, as node:http makes it', async () => {
  await using server = await openServer(echo)
  const lines = ['GET / HTTP/1.1', `Host: ${server.host}`, 'Accept-Encoding: br', '', '']
  const kept = lines.join('\r\n')
  const last = kept.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const received = await talk(server, kept.repeat(4) + last)
  const heads = received.split('HTTP/1.1 ').slice(1)
  expect(heads).toHaveLength(5)
  const [made, ...others] = heads.map((head) => head.replace(/Date: [^\r]+/, 'Date'))
  // The first is made, the second repeats its head, and the others go out in one write.
  expect(others.slice(0, 3)).toEqual([made, made, made])
  expect(others[3]).toBe(made?.replace(/keep-alive\r\nKeep-Alive: [^\r]+/, 'close'))
  for (const head of heads)
    expect(head).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/)
})

test('a proxy that says it was asked safely is answered by the same page', async () => {
  await using server = await openServer(echo)
  const headers = { 'x-forwarded-proto': 'https' }
  const texts = [await ask(server, '/', { headers }), await ask(server, '/', { headers })]
  expect(texts.map(({ text }) => text)).toEqual([PAGE, PAGE])
})

test('who comes while the first catalogue comes in waits a moment, and is told so then', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await using server = await openServer(echo, { filling: promise })
  const early = ask(server, '/')
  const { status, headers, text } = await early
  expect([status, headers['retry-after'], headers.refresh]).toEqual([503, '3', '3'])
  expect(text).toContain('being set up')
  expect((await ask(server, '/healthz')).status).toBe(200)
  const held = ask(server, '/')
  resolve()
  expect((await held).text).toBe(PAGE)
})

test('the service worker is asked for anew at each visit, and may ask nobody but the shop', async () => {
  await using server = await openServer(echo)
  server.write('client/sw.js', 'on()')
  const { status, text, headers } = await ask(server, '/sw.js')
  expect([status, text, headers['cache-control']]).toEqual([200, 'on()', 'no-cache'])
  expect(headers['content-type']).toMatch(/^text\/javascript/)
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none';.* connect-src 'self'; img-src 'self'$/,
  )
})

test('with its kill switch the worker in its place is the one that removes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'http-worker-'))
  const [site, client, uploads] = [folder, folder, folder]
  writeFileSync(join(folder, 'sw.js'), 'on()')
  writeFileSync(join(folder, 'sw-off.js'), 'off()')
  const folders = { site, client, uploads, worker: 'sw-off.js' }
  await using server = await openServer(echo, { folders })
  expect((await ask(server, '/sw.js')).text).toBe('off()')
  rmSync(folder, { recursive: true })
})

test('brotli and gzip are sent to whoever takes them', async () => {
  await using server = await openServer(echo)
  const brotli = await ask(server, '/', { headers: BR })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.body).toString()).toBe(PAGE)
  const gzip = await ask(server, '/', { headers: { 'accept-encoding': 'gzip' } })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(PAGE)
  for (const { headers } of [brotli, gzip]) expect(headers.vary).toBe('Accept-Encoding')
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['identity, *;q=0', 'identity'],
  ['deflate', 'identity'],
  ['gzip;q=0.5, identity', 'identity'],
  ['', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['brotli', 'identity'],
])('Accept-Encoding "%s" means %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test('a page is sent packed by its own packed form only, and asks for one without waiting for it', async () => {
  const asked: string[] = []
  await using server = await openServer(echo, { onUnpacked: (path) => asked.push(path) })
  const file = server.write('site/product/atta.html', PAGE)
  const read = async () => brotliDecompressSync(await bodyOf(server, '/product/atta')).toString()
  expect(await read()).toBe(PAGE)
  expect(asked).toEqual(['/product/atta'])
  const packed = packedWithName(Buffer.from(PAGE), false)
  writeFileSync(packedFile(file), packed)
  server.front.files.forget('/product/atta')
  expect(await bodyOf(server, '/product/atta')).toEqual(packed.subarray(23))
  // A smaller form is asked for, and made when there is time.
  expect(asked).toEqual(['/product/atta', '/product/atta'])
  writeFileSync(packedFile(file), packedWithName(Buffer.from(PAGE), true))
  server.front.files.forget('/product/atta')
  expect(await read()).toBe(PAGE)
  // The packed form is still that of the earlier page.
  writeFileSync(file, PAGE.replaceAll('atta', 'rice'))
  server.front.files.forget('/product/atta')
  expect(await read()).toBe(PAGE.replaceAll('atta', 'rice'))
  expect(asked).toHaveLength(3)
})

test.each([
  ['younger', 2000],
  ['older', 500],
])('the twin of a sitemap is not sent where it is %s than its file', async (_, twinTime) => {
  await using server = await openServer(echo)
  const file = server.write('site/sitemap.xml', PAGE)
  const twin = server.write('site/sitemap.xml.br', '')
  writeFileSync(twin, brotliCompressSync(PAGE.replaceAll('atta', 'rice')))
  utimesSync(file, 1000, 1000)
  utimesSync(twin, twinTime, twinTime)
  expect(brotliDecompressSync(await bodyOf(server, '/sitemap.xml')).toString()).toBe(PAGE)
})

const bodyOf = async (server: TestServer, path: string) =>
  (await ask(server, path, { headers: BR })).body

test('a page is revalidated by its ETag (H12)', async () => {
  await using server = await openServer(echo)
  const { headers } = await ask(server, '/', { headers: BR })
  const etag = String(headers.etag)
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  const plain = String((await ask(server, '/')).headers.etag)
  expect(plain).not.toBe(etag)
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*', plain]) {
    const reply = await ask(server, '/', { headers: { ...BR, 'if-none-match': tag } })
    expect([tag, reply.status, reply.text]).toEqual([tag, 304, ''])
    expect(reply.headers).toMatchObject({ etag, vary: 'Accept-Encoding' })
    expect(reply.headers['content-type']).toBeUndefined()
  }
  for (const tag of ['"other"', etag.slice(0, -2), etag.replaceAll('"', '')]) {
    const reply = await ask(server, '/', { headers: { ...BR, 'if-none-match': tag } })
    expect([tag, reply.status]).toEqual([tag, 200])
  }
})

test('HEAD says what GET would, without the body', async () => {
  await using server = await openServer(echo)
  const get = await ask(server, '/', { headers: BR })
  const head = await ask(server, '/', { method: 'HEAD', headers: BR })
  expect(head.text).toBe('')
  const { date: _first, ...expected } = get.headers
  const { date: _second, ...found } = head.headers
  expect(found).toEqual(expected)
})

test('a range is not supported, so the whole page is sent', async () => {
  await using server = await openServer(echo)
  const { status, text, headers } = await ask(server, '/', { headers: { range: 'bytes=0-9' } })
  expect(status).toBe(200)
  expect(text).toBe(PAGE)
  expect(headers['accept-ranges']).toBeUndefined()
})

test('a picture is served from /uploads by its name (S-096)', async () => {
  await using server = await openServer(echo)
  server.write('uploads/0123456789abcdef-1280.webp', 'a picture')
  const { status, headers, text } = await ask(server, '/uploads/0123456789abcdef-1280.webp')
  expect([status, headers['content-type'], text]).toEqual([200, 'image/webp', 'a picture'])
})

test('what is not made yet of a picture is sent as WebP, kept by nobody, and asked for', async () => {
  let asked = 0
  await using server = await openServer(echo, { onStandIn: () => asked++ })
  const picture = '/uploads/0123456789abcdef-320'
  server.write(`${picture}.webp`, 'as webp')
  for (const path of [`${picture}.avif`, '/uploads/0123456789abcdef-og.jpg']) {
    const { status, headers, text } = await ask(server, path)
    expect([status, headers['content-type'], text]).toEqual([200, 'image/webp', 'as webp'])
    expect(headers['cache-control']).toBe('no-cache')
  }
  expect(asked).toBe(2)
  server.write(`${picture}.avif`, 'as avif')
  const { headers, text } = await ask(server, `${picture}.avif`)
  expect([headers['content-type'], text]).toEqual(['image/avif', 'as avif'])
  expect(headers['cache-control']).toContain('immutable')
  expect(asked).toBe(2)
})

test('each kind of file is cached as long as it stays true (H12)', async () => {
  await using server = await openServer(echo)
  const picture = '/uploads/0123456789abcdef-320.avif'
  const files = {
    'client/static/js/app.abc.js': 'public, max-age=31536000, immutable',
    'client/icon.svg': 'public, max-age=0, must-revalidate',
    'site/sitemap.xml': 'public, max-age=0, must-revalidate',
    'uploads/0123456789abcdef-320.avif': 'public, max-age=31536000, immutable',
    'uploads/0123456789abcdef-og.jpg': 'public, max-age=31536000, immutable',
    'uploads/face.webp': 'public, max-age=86400',
  }
  for (const [file, expected] of Object.entries(files)) {
    server.write(file, 'x'.repeat(600))
    const path = `/${file.replace(/^(site|client)\//, '')}`
    const { headers } = await ask(server, path)
    expect([path, headers['cache-control']]).toEqual([path, expected])
    expect(headers['set-cookie']).toBeUndefined()
  }
  const { headers } = await ask(server, picture, { headers: BR })
  expect(headers).toMatchObject({ 'content-type': 'image/avif', 'content-disposition': 'inline' })
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['vary']).toBeUndefined()
})

test('pictures and sitemap may be fetched by others, pages and shoppers’ pictures may not (H4)', async () => {
  await using server = await openServer(echo)
  for (const file of ['site/sitemap.xml', 'uploads/0123456789abcdef-320.webp']) {
    server.write(file, 'x')
    const { headers } = await ask(server, `/${file.replace('site/', '')}`)
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  }
  server.write('uploads/user-Zm9vYmFyYmF6cXV4Zm9vYg.webp', 'x')
  for (const path of ['/', '/uploads/user-Zm9vYmFyYmF6cXV4Zm9vYg.webp']) {
    const { status, headers } = await ask(server, path)
    expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'same-origin'])
  }
})

test('a picture that is opened as a page can do nothing (A13)', async () => {
  await using server = await openServer(echo)
  server.write('uploads/face.png', '<script>alert(1)</script>')
  const { headers } = await ask(server, '/uploads/face.png')
  expect(headers['content-type']).toBe('image/png')
  expect(headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/)
})

test('a page that another process publishes shows within half a second', async () => {
  await using server = await openServer(echo)
  const { files } = server.front
  const asked = performance.now()
  await ask(server, '/')
  const fresh = PAGE.replaceAll('atta', 'rice')
  const temporary = server.write('site/index.html.tmp', fresh)
  renameSync(temporary, temporary.replace('.tmp', ''))
  expect(files.find('/', asked + 400)).toBeDefined()
  expect(files.find('/', performance.now() + 501)).toBeUndefined()
  expect((await ask(server, '/')).text).toBe(fresh)
  files.forget('/')
  expect((await ask(server, '/')).text).toBe(fresh)
})

test('a page that is forgotten is read again at once, and a removed one is gone', async () => {
  await using server = await openServer(async () => new Response(null, { status: 404 }))
  const file = server.write('site/product/atta.html', PAGE)
  expect((await ask(server, '/product/atta')).status).toBe(200)
  server.write('site/product/atta.html', PAGE.replaceAll('atta', 'rice'))
  server.front.files.forget('/product/atta')
  expect((await ask(server, '/product/atta')).text).toContain('rice')
  rmSync(file)
  server.front.files.forget('/product/atta')
  const gone = await ask(server, '/product/atta')
  expect([gone.status, gone.text]).toEqual([404, '<!doctype html><h1>Not found</h1>'])
})

test('a form that is sent to what is gone gets the page that says so', async () => {
  await using server = await openServer(async () => new Response(null, { status: 404 }))
  const headers = {
    ...{ origin: 'http://localhost:4321', accept: 'text/html' },
    'content-type': 'application/x-www-form-urlencoded',
  }
  const gone = await ask(server, '/api/location', { method: 'POST', headers, body: 'location=x' })
  expect([gone.status, gone.text]).toEqual([404, '<!doctype html><h1>Not found</h1>'])
})

test('a page is sent with its parts, and each of them as it is now', async () => {
  await using server = await openServer(async () => new Response('on request'))
  server.write('site/.parts/footer.a', '<footer>one</footer>')
  server.write('site/dal.html', '<!--parts 13:footer.a-->\n<h1>Dal</h1>\n</html>')
  expect((await ask(server, '/dal')).text).toBe('<h1>Dal</h1>\n<footer>one</footer></html>')
  const part = server.write('site/.parts/footer.a', '<footer>two</footer>')
  server.front.files.forget('part:footer.a')
  expect((await ask(server, '/dal')).text).toContain('two')
  server.write('site/.parts/footer.a', '<footer>by another process</footer>')
  await expect.poll(async () => (await ask(server, '/dal')).text).toContain('another process')
  rmSync(part)
  server.front.files.forget('part:footer.a')
  expect((await ask(server, '/dal')).text).toBe('on request')
  expect((await ask(server, '/.parts/footer.a')).text).toBe('on request')
})

test('the memory for files is bounded, and what is asked for again stays', async () => {
  await using server = await openServer(echo)
  const folder = server.write('site/p/0.html', '').replace('/site/p/0.html', '')
  const folders = {
    site: `${folder}/site`,
    client: `${folder}/client`,
    uploads: `${folder}/uploads`,
  }
  const maxBytes = 100_000
  const files = new StaticFiles({
    ...{ folders, publicUrl: new URL('http://localhost:4321'), maxBytes },
    ...{ isOurScript: () => false, isTrial: false },
  })
  for (let at = 0; at < 40; at++) {
    server.write(`site/p/${at}.html`, `${at} `.padEnd(8000, 'x'))
    await files.load(`/p/${at}`)
    await files.load('/p/0')
    expect(files.bytes).toBeLessThanOrEqual(maxBytes)
  }
  expect(files.find('/p/0', performance.now())).toBeDefined()
  expect(files.find('/p/1', performance.now())).toBeUndefined()
})
