import { randomBytes } from 'node:crypto'

type Props = Record<string, unknown>

/** What wakes an island with its props, and what it shows until then. */
export type IslandTexts = { given: string; shown: string }

/** How they are made; an island that nothing wakes is given nothing. */
type Make = { give: ((props: Props) => string) | undefined; show: (props: Props) => string }

/** The prop that an island only says: its text is that of any other product, but for this. */
const ID = 'productid'
/** As ids are, which nothing escapes. */
const PLAIN_ID = /^[a-z\d-]+$/
/** An id that no product has. */
const NOBODYS = `nobodys-${randomBytes(12).toString('hex')}`

/** The texts cut where the id stands; `none` where they would differ by more. */
type Form = { given: string[]; shown: string[] } | 'none'

/** Props that say more than this are one product's alone. */
const SHORT = 300
/** Of a component: as many as there are kinds of products without anything of their own to tell. */
const AT_MOST = 50
/** By component. */
const forms = new WeakMap<object, Map<string, Form>>()

/**
 * What an island comes to with these props. Where but for the product's id they are as before, it is not
 * rendered again: so the reviews of all products that have none.
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
