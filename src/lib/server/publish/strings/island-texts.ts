import { randomBytes } from 'node:crypto'

type Props = Record<string, unknown>

/** What an island gets: its props in the form that hydrates it (`given`), and its HTML until then (`shown`). */
export type IslandTexts = { given: string; shown: string }

/** How these texts are made; an island that is never hydrated has no `give`. */
type Make = { give: ((props: Props) => string) | undefined; show: (props: Props) => string }

/** The prop that an island merely repeats: for another product its text differs only by this id. */
const ID = 'productid'
/** An id like ours, which escaping leaves as it is. */
const PLAIN_ID = /^[a-z\d-]+$/
/** An id that no product has. */
const NOBODYS = `nobodys-${randomBytes(12).toString('hex')}`

/** The texts, cut where the id stands; `none` if they differ by more than the id. */
type Form = { given: string[]; shown: string[] } | 'none'

/** Longer props belong to a single product: their texts are not kept. */
const SHORT = 300
/** The most forms per component: one for each kind of product that has nothing of its own to show. */
const AT_MOST = 50
/** The forms of each component, by its props without the id. */
const forms = new WeakMap<object, Map<string, Form>>()

/**
 * The texts of an island with these props. If they differ from earlier props only by the product's id, the
 * island is not rendered again: e.g. the reviews of products that have none.
 */
export function islandTexts(component: object, props: Props, { give, show }: Make): IslandTexts {
  const own = () => ({ given: give?.(props) ?? '', shown: show(props) })
  const id = props[ID]
  if (!give || typeof id !== 'string' || !PLAIN_ID.test(id)) return own()
  const others = { ...props, [ID]: NOBODYS }
  const key = give(others)
  const known = formsOf(component).get(key)
  if (known && known !== 'none') return textsOf(known, id)
  const texts = own()
  if (!known && key.length <= SHORT && formsOf(component).size < AT_MOST) {
    const form = { given: key.split(NOBODYS), shown: show(others).split(NOBODYS) }
    const { given, shown } = textsOf(form, id)
    const isForm = given === texts.given && shown === texts.shown
    formsOf(component).set(key, isForm ? form : 'none')
  }
  return texts
}

const textsOf = ({ given, shown }: Exclude<Form, 'none'>, id: string): IslandTexts => ({
  given: given.join(id),
  shown: shown.join(id),
})

function formsOf(component: object): Map<string, Form> {
  const known = forms.get(component)
  if (known) return known
  const made = new Map<string, Form>()
  forms.set(component, made)
  return made
}
