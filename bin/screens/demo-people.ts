import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright'
import * as z from 'zod/mini'

const signedInSchema = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
})
const productsSchema = z.object({
  ProductList: z.array(
    z.object({ _id: z.string(), packs: z.array(z.object({ label: z.string() })) }),
  ),
})
const categoriesSchema = z.object({ categorylist: z.array(z.object({ _id: z.string() })) })
const orderSchema = z.object({ order: z.object({ number: z.string(), _id: z.string() }) })

const PASSWORD = 'monsoon mango 47'
const ADDRESS = {
  ...{ country: 'India', streetaddressline1: '12 MG Road', streetaddressline2: 'Koregaon Park' },
  ...{ city: 'Pune', state: 'Maharashtra', zipcode: '411001', phonenumber: '9876543210' },
}

type Contexts = Record<'newcomer' | 'shopper' | 'owner', BrowserContext>
type Shop = { origin: string; env: NodeJS.ProcessEnv }

/**
 * Fills the shop with people and their data: three orders, one of them packed, a cart and a
 * wishlist.
 */
export async function fillShop(contexts: Contexts, { origin, env }: Shop) {
  const [shopper, owner] = [
    await signUpIn(contexts.shopper, origin, 'Asha Rao'),
    await signUpIn(contexts.owner, origin, 'Meera Nair'),
    await signUpIn(contexts.newcomer, origin, 'Ravi Kumar'),
  ]
  makeOwner(owner.email, env)
  await shopper.fillCart('q=atta&perpage=2', 1)
  const delivered = await shopper.orderInCash()
  await shopper.fillCart('q=dal&perpage=3', 2)
  const packed = await shopper.orderInCash()
  await shopper.fillCart('q=tea&perpage=1', 1)
  await shopper.orderInCash()
  for (const to of ['accepted', 'packed', 'out', 'delivered']) {
    await owner.post(`/api/desk/orders/${delivered.number}/step`, { to })
  }
  for (const to of ['accepted', 'packed']) {
    await owner.post(`/api/desk/orders/${packed.number}/step`, { to })
  }
  await shopper.fillCart('q=rice&perpage=3', 2)
  await shopper.fillList('sort=price&perpage=4')
  await owner.fillCart('q=rice&perpage=2', 1)
  const { categorylist } = categoriesSchema.parse(await owner.get('/api/category'))
  const [product] = await owner.products('q=basmati&perpage=1')
  return { category: categorylist[0]?._id ?? '', product: product?._id ?? '', order: packed }
}

/**
 * Creates an account and signs it in to a browser.
 * @returns its email address, and functions that act for it
 */
async function signUpIn(context: BrowserContext, origin: string, name: string) {
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
  const post = async (path: string, data: object): Promise<unknown> => {
    const headers = { origin, accept: 'application/json' }
    const answer = await context.request.post(origin + path, { data, headers })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const account = { name, email, phone: ADDRESS.phonenumber, password: PASSWORD, isadmin: false }
  await post('/api/user/signup', account)
  const signedIn = await post('/api/user/signin', { email, password: PASSWORD, isadmin: false })
  const { token, user } = signedInSchema.parse(signedIn)
  await context.addInitScript(
    ([flag, stored]) => {
      localStorage.setItem('token', flag)
      localStorage.setItem('user', stored)
    },
    [token, JSON.stringify({ ...user, userid: user.id })] as const,
  )

  const get = async (path: string): Promise<unknown> =>
    (await context.request.get(origin + path)).json()

  /** The first products of a list, with their packs. */
  async function products(query: string) {
    return productsSchema.parse(await get(`/api/products?${query}`)).ProductList
  }
  async function fillCart(query: string, quantity: number): Promise<void> {
    for (const { _id, packs } of await products(query)) {
      const [pack] = packs
      const chosen = pack ? { productweight: pack.label } : {}
      await post('/api/cart/add', { productid: _id, quantity, ...chosen })
    }
  }
  async function fillList(query: string): Promise<void> {
    for (const { _id } of await products(query)) await post('/api/mylist/add', { productid: _id })
  }
  async function orderInCash(): Promise<{ number: string; _id: string }> {
    const form = { ...ADDRESS, fullname: name, email, payment: 'cod' }
    return orderSchema.parse(await post('/api/checkout', form)).order
  }
  return { email, get, post, products, fillCart, fillList, orderInCash }
}

/** Gives an account the owner's role on the command line. */
function makeOwner(email: string, env: NodeJS.ProcessEnv): void {
  const cwd = join(import.meta.dirname, '../..')
  const { status } = spawnSync(process.execPath, ['bin/shop.ts', 'grant', email, 'owner'], {
    cwd,
    env,
  })
  if (status !== 0) throw new Error(`${email} could not be made the owner`)
}
