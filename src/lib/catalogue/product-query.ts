import { rupeesToPaise } from '#lib/money.ts'
import * as z from 'zod/mini'
import { apiAnswers, parametersTake } from '#lib/texts/page/api-answers.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { type Chosen, MAX_CHOSEN, ON, packValue, SEVERAL } from './facets.ts'
import { EVERYWHERE } from './location.ts'

/** Products per page by default. */
const PER_PAGE = 24

export const SORTS = ['newest', 'featured', 'price', '-price', 'rating', 'unitprice'] as const
export type Sort = (typeof SORTS)[number]

const whole = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)),
    z.int().check(z.minimum(min), z.maximum(max)),
  )
// Seven digits of rupees stay below 2^31 paise, the limit of an integer column in PostgreSQL.
const rupees = z.pipe(
  z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/)),
  z.transform((text) => rupeesToPaise(Number(text))),
)
const name = z.string().check(z.refine(isName))
const place = z.string().check(z.refine((text) => text === EVERYWHERE || isCountry(text)))

/** A weight or volume in any spelling. */
const pack = z.pipe(
  z.string().check(z.refine((text) => packValue(text) !== undefined)),
  z.transform((text) => packValue(text) ?? ''),
)
const some = <Value extends z.core.SomeType>(value: Value) =>
  z.array(value).check(z.maxLength(MAX_CHOSEN))

const pageSchema = z.object({
  /** Any text; the search cuts it if it is too long (A04). */
  q: z._default(z.string(), ''),
  minprice: z.optional(rupees),
  maxprice: z.optional(rupees),
  rating: z.optional(whole(1, 5)),
  veg: z._default(some(z.enum(['veg', 'nonveg'])), []),
  instock: z.optional(z.literal(ON)),
  offer: z.optional(z.literal(ON)),
  type: z._default(some(name), []),
  brand: z._default(some(name), []),
  pack: z._default(some(pack), []),
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
  /** Whether the answer should include facet counts. */
  facets: z.optional(z.literal(ON)),
})
const schemas = { page: pageSchema, api: apiSchema }

const TAKES = parametersTake({ sorts: SORTS, most: MAX_CHOSEN, everywhere: EVERYWHERE })

/** Filters of a list; those that are not set filter nothing. */
export type ProductFilter = {
  catname?: string | undefined
  categoryId?: string | undefined
  subcatId?: string | undefined
  brandId?: string | undefined
  /** Only products on offer. */
  offers?: boolean | undefined
  minPricePaise?: number | undefined
  maxPricePaise?: number | undefined
  /** Minimum rating in whole stars. */
  rating?: number | undefined
  facets?: Chosen
  /** A country's name; 'All' is everywhere. */
  location?: string | undefined
  isFeatured?: boolean
}

export type ProductQuery = ProductFilter & {
  /** The search text as typed; empty if there is none. */
  text: string
  facets: Chosen
  /** Number of columns; undefined if the address names none. */
  view: number | undefined
  page: number
  perPage: number
  /** Undefined if the address names none: then newest first or, in a search, best match first. */
  sort: Sort | undefined
}

/** Whether a text can be an id or name: PostgreSQL rejects NUL characters. */
export function isName(text: string): boolean {
  return text.length <= 300 && !/\p{Cc}/u.test(text)
}

/** An error in an address: a sentence, and the parameter it is about. */
export type QueryFault = { msg: string; field: string }
export type Parsed<Value> = { ok: true; value: Value } | { ok: false; error: QueryFault }

/**
 * Reads filters, sort order and page from an address; pages and API share the names. The API
 * refuses unknown names, pages ignore them. Pages have no `perpage`, and their category is in the
 * path.
 */
export function parseProductQuery(
  params: URLSearchParams,
  { kind }: { kind: 'api' | 'page' },
): Parsed<ProductQuery> {
  const names = Object.keys(schemas[kind].shape)
  const read = readParameters(params, names, {
    isStrict: kind === 'api',
    repeatable: [...SEVERAL],
  })
  if (!read.ok) return read
  const parsed = schemas[kind].safeParse(read.value)
  if (!parsed.success) return { ok: false, error: toFault(parsed.error.issues[0]) }
  return toQuery(parsed.data)
}

/**
 * Reads the named parameters, ignoring empty ones. Each may be given once (A42), except
 * `repeatable` ones, which are read as lists. A strict reading refuses all other names (A07).
 */
export function readParameters(
  params: URLSearchParams,
  names: string[],
  { isStrict, repeatable = [] }: { isStrict: boolean; repeatable?: string[] },
): Parsed<Record<string, string | string[]>> {
  const unknown = [...params.keys()].find((name) => !names.includes(name))
  if (isStrict && unknown !== undefined) {
    return { ok: false, error: { msg: apiAnswers.noParameter, field: unknown } }
  }
  const values: Record<string, string | string[]> = {}
  for (const name of names) {
    const given = params.getAll(name)
    const isRepeatable = repeatable.includes(name)
    if (given.length > 1 && !isRepeatable) {
      return { ok: false, error: { msg: apiAnswers.onlyOnce(name), field: name } }
    }
    const [first, ...more] = given.filter((value) => value !== '')
    if (first !== undefined) values[name] = isRepeatable ? [first, ...more] : first
  }
  return { ok: true, value: values }
}

function toQuery(
  values: z.output<typeof pageSchema> & Partial<z.output<typeof apiSchema>>,
): Parsed<ProductQuery> {
  const { minprice, maxprice } = values
  if (minprice !== undefined && maxprice !== undefined && minprice > maxprice) {
    return { ok: false, error: { msg: apiAnswers.pricesTurned, field: 'minprice' } }
  }
  const { q, catname, category, subcatid, rating, location, view, page, perpage, sort } = values
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
      facets: chosenOf(values),
      location,
      view,
      page,
      perPage: perpage ?? PER_PAGE,
      sort,
    },
  }
}

function chosenOf(values: z.output<typeof pageSchema>): Chosen {
  const { veg, instock, offer, type, brand, pack } = values
  const once = (given: string[]) => [...new Set(given)]
  return {
    ...{ veg: once(veg), type: once(type), brand: once(brand), pack: once(pack) },
    ...{ instock: instock ? [ON] : [], offer: offer ? [ON] : [] },
  }
}

function toFault(issue: z.core.$ZodIssue | undefined): QueryFault {
  const field = String(issue?.path[0] ?? '')
  return { msg: apiAnswers.takes(field, TAKES[field]), field }
}
