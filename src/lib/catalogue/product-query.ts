import * as z from 'zod/mini'
import { isCountry } from '#lib/checkout/countries.ts'
import { EVERYWHERE } from './location.ts'

/** Products on a page of a list when nobody asks for another number. */
const PER_PAGE = 24

/** Brands that one address may ask for. */
const MOST_BRANDS = 20

export const SORTS = ['newest', 'featured', 'price', '-price', 'rating', 'unitprice'] as const
export type Sort = (typeof SORTS)[number]

const whole = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)),
    z.int().check(z.minimum(min), z.maximum(max)),
  )
// Seven digits of rupees are fewer than 2^31 paise, which an integer column of PostgreSQL holds.
const rupees = z.pipe(
  z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/)),
  z.transform((text) => Math.round(Number(text) * 100)),
)
const name = z.string().check(z.refine(isName))
const place = z.string().check(z.refine((text) => text === EVERYWHERE || isCountry(text)))

const pageSchema = z.object({
  /** Any text: what is too long is cut by the search (A04). */
  q: z._default(z.string(), ''),
  minprice: z.optional(rupees),
  maxprice: z.optional(rupees),
  rating: z.optional(whole(1, 5)),
  brand: z._default(z.array(name).check(z.maxLength(MOST_BRANDS)), []),
  location: z.optional(place),
  view: z.optional(z.pipe(z.enum(['1', '2', '4']), z.transform(Number))),
  page: z._default(whole(1, 1_000_000), 1),
  sort: z.optional(z.enum(SORTS)),
})
const apiSchema = z.extend(pageSchema, {
  catname: z.optional(name),
  category: z.optional(name),
  subcatid: z.optional(name),
  perpage: z._default(whole(1, 100), PER_PAGE),
})
const schemas = { page: pageSchema, api: apiSchema }

/** What each parameter takes, for whoever sent something else. */
const TAKES: Record<string, string> = {
  minprice: 'rupees with at most two decimals',
  maxprice: 'rupees with at most two decimals',
  rating: 'a whole number of stars from 1 to 5',
  brand: `at most ${MOST_BRANDS} names of brands`,
  catname: 'the name of a category',
  category: 'the id of a category',
  subcatid: 'the id of a sub-category',
  location: `a country by its English name, or ${EVERYWHERE}`,
  view: '1, 2 or 4 columns',
  page: 'a whole number from 1',
  perpage: 'a whole number from 1 to 100',
  sort: `one of ${SORTS.join(', ')}`,
}

/** What a list is narrowed to; what is not set leaves nothing out. */
export type ProductFilter = {
  catname?: string | undefined
  categoryId?: string | undefined
  subcatId?: string | undefined
  minPricePaise?: number | undefined
  maxPricePaise?: number | undefined
  /** That many whole stars and up. */
  rating?: number | undefined
  brands?: string[]
  /** A country's name; 'All' is everywhere. */
  location?: string | undefined
  isFeatured?: boolean
}

export type ProductQuery = ProductFilter & {
  /** The text searched for, as it was typed; empty when there is none. */
  text: string
  brands: string[]
  /** Columns; undefined where the address does not say. */
  view: number | undefined
  page: number
  perPage: number
  /** Undefined where the address does not say: newest, or the best match of a search. */
  sort: Sort | undefined
}

/** Whether a text may be an id or a name: PostgreSQL refuses to look for one with NUL in it. */
export function isName(text: string): boolean {
  return text.length <= 300 && !/\p{Cc}/u.test(text)
}

/** A brand and how many products of a list are of it. */
export type BrandCount = { brand: string; count: number }

/** What is wrong with an address: a sentence, and the parameter it is about. */
export type QueryFault = { msg: string; field: string }
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; error: QueryFault }

/**
 * Reads filters, sort and page of an address: the same names for pages and API.
 * The API refuses names that it does not know, a page passes over them; it has no `perpage`, and
 * its category is in its path.
 */
export function parseProductQuery(
  params: URLSearchParams,
  { kind }: { kind: 'api' | 'page' },
): Parsed<ProductQuery> {
  const names = Object.keys(schemas[kind].shape)
  const read = readParameters(params, names, { isStrict: kind === 'api', repeatable: 'brand' })
  if (!read.ok) return read
  const parsed = schemas[kind].safeParse(read.value)
  if (!parsed.success) return { ok: false, error: toFault(parsed.error.issues[0]) }
  return toQuery(parsed.data)
}

/**
 * The parameters of those names that are not empty, each once (A42); what is repeatable
 * as a list. A strict reading refuses all other names (A07).
 */
export function readParameters(
  params: URLSearchParams,
  names: string[],
  { isStrict, repeatable }: { isStrict: boolean; repeatable?: string },
): Parsed<Record<string, string | string[]>> {
  const unknown = [...params.keys()].find((name) => !names.includes(name))
  if (isStrict && unknown !== undefined) {
    return { ok: false, error: { msg: 'There is no parameter of that name', field: unknown } }
  }
  const values: Record<string, string | string[]> = {}
  for (const name of names) {
    const given = params.getAll(name)
    if (given.length > 1 && name !== repeatable) {
      return { ok: false, error: { msg: `${name} may be given only once`, field: name } }
    }
    const [first, ...more] = given.filter((value) => value !== '')
    if (first !== undefined) values[name] = name === repeatable ? [first, ...more] : first
  }
  return { ok: true, value: values }
}

function toQuery(
  values: z.output<typeof pageSchema> & Partial<z.output<typeof apiSchema>>,
): Parsed<ProductQuery> {
  const { minprice, maxprice } = values
  if (minprice !== undefined && maxprice !== undefined && minprice > maxprice) {
    return { ok: false, error: { msg: 'minprice must not be above maxprice', field: 'minprice' } }
  }
  const { q, catname, category, subcatid, rating, brand, location, view, page, perpage, sort } =
    values
  return {
    ok: true,
    value: {
      text: q,
      catname,
      categoryId: category,
      subcatId: subcatid,
      minPricePaise: minprice,
      maxPricePaise: maxprice,
      rating,
      brands: [...new Set(brand)],
      location,
      view,
      page,
      perPage: perpage ?? PER_PAGE,
      sort,
    },
  }
}

function toFault(issue: z.core.$ZodIssue | undefined): QueryFault {
  const field = String(issue?.path[0] ?? '')
  return { msg: `${field} takes ${TAKES[field] ?? 'something else'}`, field }
}
