import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#lib/server/build/root.ts'
import { freePort } from '#tests/support/free-port.ts'
import { runCommand } from '#tests/support/shop-command.ts'

const PRODUCTS = 'sku,name,category,price\ndal,Toor Dal,Staples,149.50'
const OWNER = { email: 'asha@example.com', password: 'monsoon mango 47' }

/** `npm run dev` on a free port, and a browser that keeps cookies and follows no redirects. */
async function openDev() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-dev-'))
  const catalogue = join(dataDir, 'products.csv')
  writeFileSync(catalogue, PRODUCTS)
  const { PATH } = process.env
  const env = { PATH, DATA_DIR: dataDir, CATALOGUE: catalogue, CART_GATE: 'open' }
  const port = await freePort()
  // Not started by the command, which runs only once at a time: a developer's may be running.
  const start = `import('astro').then(({ dev }) => dev({ server: { port: ${port} } }))`
  const dev = spawn(process.execPath, ['-e', start], { cwd: ROOT, env, stdio: 'ignore' })
  const origin = `http://localhost:${port}`
  const jar = new Map<string, string>()
  const ask = async (path: string, body?: BodyInit) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin, accept: 'text/html' }
    const how = body === undefined ? {} : { method: 'POST', body }
    const answer = await fetch(origin + path, { headers, redirect: 'manual', ...how })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const { status, headers: given } = answer
    return { status, location: given.get('location'), text: await answer.text() }
  }
  const isThere = () =>
    ask('/').then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(isThere, { timeout: 100_000 }).toBe(200)
  const close = async () => {
    dev.kill('SIGTERM')
    await once(dev, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ask, dataDir, [Symbol.asyncDispose]: close }
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

test('the dev server has the cart’s forms with their messages, and the desk with uploads', async () => {
  await using dev = await openDev()
  expect(await dev.ask('/api/cart/add', form({ productid: 'toor-dal' }))).toMatchObject({
    status: 303,
    location: '/cart',
  })
  const cart = await dev.ask('/cart')
  expect(cart.text).toContain('Item is added to the cart')
  const line = /action="(\/api\/cart\/[\w-]+)"/.exec(cart.text)?.[1] ?? ''
  await dev.ask(line, form({ _method: 'DELETE' }))
  expect((await dev.ask('/cart')).text).toContain('Your Cart is currently Empty!')

  expect((await dev.ask('/desk/lists')).status).toBe(404)
  const person = { ...OWNER, name: 'Asha Rao', phone: '9876543210', isadmin: 'false' }
  await dev.ask('/api/user/signup', form(person))
  await runCommand({ dataDir: dev.dataDir, url: '' }, ['grant', OWNER.email, 'owner'])
  await dev.ask('/api/user/signin', form({ ...OWNER, isadmin: 'false' }))
  const upload = new FormData()
  upload.append('file', new Blob([PRODUCTS.replace('149.50', '155')]), 'prices.csv')
  const { location } = await dev.ask('/api/desk/uploads', upload)
  expect(location).toMatch(/^\/desk\/uploads\//)
  const list = async () => (await dev.ask(location ?? '')).text
  await expect.poll(list, { timeout: 60_000 }).toContain('155.00')
  await dev.ask(`/api${location}/publish`, form({}))
  const page = async () => (await dev.ask('/product/toor-dal')).text
  await expect.poll(page, { timeout: 60_000 }).toContain('₹155')
})
