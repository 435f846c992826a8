import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pagePolicy } from '#lib/server/http/guards/csp.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test.each(['<script>', '<script', '<SCRIPT a=b', '<script>x</script>', '<style>', '<style a'])(
  'a customer called %s takes no script and no style from a page (H1 A01)',
  (name) => {
    // As Astro writes it: of an attribute only quotes and ampersands are escaped.
    const field = `<input value="${name}">`
    const ours = 'if (1 < 2) ours()'
    const page = `<head>${field}<style>b > i {}</style></head>${field}<script>${ours}</script>${field}`
    const policy = pagePolicy(page, false, (text) => text === ours)
    expect(policy).toContain(`script-src 'self' ${hashOf(ours)};`)
    expect(policy).toContain(`style-src 'self' ${hashOf('b > i {}')};`)
  },
)
