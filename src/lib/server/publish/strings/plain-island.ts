import type { SSRResult } from 'astro'
import * as astro from 'astro/runtime/server/index.js'
import { isFunctionComponent, reactText } from './react-island.ts'
import { type Text, textOf } from './text-of.ts'

type Slots = NonNullable<Parameters<typeof astro.renderComponent>[4]>
type Props = Record<string, unknown>

/** The text of a custom element, or of a framework's island with what hydrates it. */
export function islandText(
  result: SSRResult,
  name: string,
  component: unknown,
  props: Props,
  slots: Slots,
): Text {
  const isElement = typeof component === 'string' && /^[a-z][a-z\d]*-[a-z\d-]+$/.test(component)
  const isSimple = isElement && Object.keys(slots).every((slot) => slot === 'default')
  if (isSimple && !Object.keys(props).some(isDirective)) {
    return elementText(result, component, props, slots['default'])
  }
  const byAstro = () => astroText(result, name, component, props, slots)
  if (!isFunctionComponent(component) || Object.keys(slots).length > 0) return byAstro()
  return reactText(name, component, props, byAstro)
}

const isDirective = (name: string) => /^(client|server|class|transition):|^data-astro/.test(name)

/** Written here, as Astro takes a custom element for a component whose framework it has to find out. */
function elementText(
  result: SSRResult,
  tag: string,
  props: Props,
  slot: Slots[string] | undefined,
): Text {
  let start = `<${tag}`
  for (const name in props) start += String(astro.addAttribute(props[name], name, true, tag))
  const inner = textOf(result, slot?.(result))
  const close = (text: string) => `${start}>${text}</${tag}>`
  return typeof inner === 'string' ? close(inner) : inner.then(close)
}

async function astroText(
  result: SSRResult,
  name: string,
  component: unknown,
  props: Props,
  slots: Slots,
): Promise<string> {
  const instance = await astro.renderComponent(result, name, component, props, slots)
  let text = ''
  await instance.render({
    write(chunk) {
      // The scripts that hydrate islands come once, at the end of the page (finish-page.ts).
      if (!(chunk instanceof Response) && !isWaking(chunk))
        text += astro.chunkToString(result, chunk)
    },
  })
  return text
}

const isWaking = (chunk: object | string) =>
  typeof chunk === 'object' && 'type' in chunk && chunk.type === 'directive'
