// A PostCSS plugin that removes from Tailwind's and daisyUI's sheets what no supported browser
// needs (https://caniuse.com: color-mix, @property since 2023) and what our flat theme never shows.
// Every byte counts, as each page inlines its sheet (docs/design-system.md).

/** Sheets kept whole: the one of application screens, and the one for text made from Markdown. */
const WHOLE = /\/(app|content)\.css/

/** Parts of selectors that match nothing on our catalogue pages. */
const NEVER =
  /\.prose\b|\.theme-controller|\.filter\b|:dir\(rtl\)|\[data-theme|::-webkit-(datetime|date|calendar|color)|\.btn:is\(\[type|\.input (?!\+)|\.input:(has|is)\(|:disabled \.input/

/**
 * There is only one theme, and `:root:has()` for a theme switch would be evaluated at every change
 * of a page.
 */
const SWITCH = /\.theme-controller/

export const dropUnusedStyles = () => ({
  postcssPlugin: 'drop-unused-styles',
  OnceExit(root, { result }) {
    if (!/src\/styles\//.test(result.opts.from ?? '')) return
    root.walkAtRules('layer', (layer) => {
      if (layer.params === 'properties') layer.remove()
    })
    root.walkAtRules('supports', (rule) => {
      if (rule.params.includes('color-mix(in lab')) takeOut(rule)
    })
    flatten(root)
    dropUnmatched(root, WHOLE.test(result.opts.from ?? '') ? SWITCH : NEVER)
    settleUnset(root)
  },
})

/**
 * Replaces a condition that always holds by its contents, and drops the fallbacks that these
 * override.
 */
function takeOut(supports) {
  for (const node of supports.nodes) {
    if (node.type === 'decl') dropBefore(supports, node.prop)
    else if (node.type === 'rule') {
      const before = supports.prev()
      const isSame = before?.type === 'rule' && before.selector === node.selector
      if (isSame) for (const { prop } of node.nodes) if (prop) dropIn(before, prop)
    }
  }
  supports.replaceWith(supports.nodes)
}

function dropBefore(node, prop) {
  for (let one = node.prev(); one; one = one.prev()) {
    if (one.type === 'decl' && one.prop === prop) return one.remove()
  }
}

const dropIn = (rule, prop) =>
  rule.nodes.filter((node) => node.prop === prop).forEach((node) => void node.remove())

/** Our theme has no depth and no noise (global.css), so its shadows are transparent. */
function flatten(root) {
  root.walkDecls((decl) => {
    const isFlat = /^--(btn-shadow|btn-inset|fx-noise|depth|noise)$/.test(decl.prop)
    if (isFlat || /var\(--(btn-inset|btn-shadow|fx-noise)\b/.test(decl.value))
      return void decl.remove()
    if (!decl.value.includes('var(--depth)')) return
    decl.value = decl.value
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\( | (?=\))/g, (space) => space.trim())
      .replaceAll(/calc\(var\(--depth\) \* [\d.]+%?\)/g, '0%')
      .replaceAll(/color-mix\(in oklab, (var\([^#]*\)), #000 0%\)/g, '$1')
      .replaceAll(/color-mix\(in oklab, var\([^#]*\) 0%, #0000\)|oklch\(\S+ 0 0 \/ 0%\)/g, '#0000')
    if (decl.prop === 'box-shadow' && /^([^,]*#0000[^,]*(,|$))+$/.test(decl.value)) decl.remove()
  })
}

function dropUnmatched(root, never) {
  root.walkRules((rule) => {
    const kept = rule.selectors.filter((selector) => !never.test(selector))
    if (kept.length === 0) rule.remove()
    else if (kept.length < rule.selectors.length) rule.selectors = kept
  })
}

/**
 * Registered variables that nothing in the sheet sets always have their initial value: inline it.
 */
function settleUnset(root) {
  const unset = new Map()
  root.walkAtRules('property', (rule) => {
    const initial = rule.nodes.find(({ prop }) => prop === 'initial-value')?.value ?? ''
    unset.set(rule.params, { initial, rule })
  })
  root.walkDecls(/^--tw-/, ({ prop }) => void unset.delete(prop))
  root.walkDecls((decl) => {
    if (!decl.value.includes('var(--tw-')) return
    decl.value = decl.value
      .replaceAll(/var\((--tw-[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g, (all, name, other = '') => {
        const known = unset.get(name)
        return known ? known.initial || other.trim() : all
      })
      .replaceAll(/(^|, )0 0 #0000, /g, '$1')
      .replaceAll(/(^|, )0 0 #0000, /g, '$1')
      .trim()
  })
  for (const { rule } of unset.values()) rule.remove()
  dropUnread(root)
}

/** Drops variables that are set but never read. */
function dropUnread(root) {
  const text = root.toString()
  const isRead = (name) => text.includes(`var(${name}`)
  root.walkDecls(/^--(tw|btn)-/, (decl) => void (isRead(decl.prop) || decl.remove()))
  root.walkAtRules('property', (rule) => void (isRead(rule.params) || rule.remove()))
}
