import { rupeesToPaise } from '#lib/money.ts'
import * as z from 'zod/mini'
import { apiAnswers, parametersTake } from '#lib/texts/page/api-answers.ts'
import { isCountry } from '#lib/checkout/countries.ts'
import { type Chosen, MAX_CHOSEN, ON, packValue, SEVERAL } from './facets.ts'
import { EVERYWHERE } from './location.ts'

/** Products on a page of a list when nobody asks for another number. */
const PER_PAGE = 24

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
  z.transform((text) => rupeesToPaise(Number(text))),
)
const name = z.string().check(z.refine(isName))
const place = z.string().check(z.refine((text) => text === EVERYWHERE || isCountry(text)))

/** A weight or volume, however it is written. */
const pack = z.pipe(
  z.string().check(z.refine((text) => packValue(text) !== undefined)),
  z.transform((text) => packValue(text) ?? ''),
)
const some = <Value extends z.core.SomeType>(value: Value) =>
  z.array(value).check(z.maxLength(MAX_CHOSEN))

const pageSchema = z.object({
  /** Any text: what is too long is cut by the search (A04). */
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
  /** Whether the answer says what the list can be narrowed to. */
  facets: z.optional(z.literal(ON)),
})
const schemas = { page: pageSchema, api: apiSchema }

const TAKES = parametersTake({ sorts: SORTS, most: MAX_CHOSEN, everywhere: EVERYWHERE })

/** What a list is narrowed to; what is not set leaves nothing out. */
export type ProductFilter = {
  catname?: string | undefined
  categoryId?: string | undefined
  subcatId?: string | undefined
  brandId?: string | undefined
  /** Only what is on offer. */
  offers?: boolean | undefined
  minPricePaise?: number | undefined
  maxPricePaise?: number | undefined
  /** That many whole stars and up. */
  rating?: number | undefined
  facets?: Chosen
  /** A country's name; 'All' is everywhere. */
  location?: string | undefined
  isFeatured?: boolean
}

export type ProductQuery = ProductFilter & {
  /** The text searched for, as it was typed; empty when there is none. */
  text: string
  facets: Chosen
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
 * The parameters of those names that are not empty, each once (A42); what is repeatable
 * as a list. A strict reading refuses all other names (A07).
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
