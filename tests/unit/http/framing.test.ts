import { expect, test } from 'vitest'
import { framingOf } from '#lib/server/http/guards/framing.ts'
import { ROUTES } from '#lib/server/http/routes.ts'
import { ask, echo, openServer } from '#tests/support/http-front.ts'

const LIST = `/desk/uploads/${'0a'.repeat(16)}`

test('what is compared at the desk is framed by our own pages, and runs nothing there (H14)', async () => {
  await using server = await openServer(echo)
  const policyOf = async (path: string) =>
    String((await ask(server, path)).headers['content-security-policy'])
  const framed = await policyOf(`${LIST}/framed?path=%2F&as=now`)
  expect(framed).toContain("frame-ancestors 'self'; sandbox allow-same-origin")
  expect(framed).toContain("script-src 'none'")
  expect(framed).not.toContain('frame-src')
  const frames = await policyOf(`${LIST}/compare?path=%2F`)
  expect(frames).toContain("frame-src 'self'")
  expect(frames).toContain("frame-ancestors 'none'")
})

test('no other page is in a frame or has one of ours (H14)', async () => {
  const paths = ROUTES.map(({ path }) => path.replaceAll(/\[[.\w]+\]/g, 'x'))
  const near = ['preview', 'columns', 'framed/x', 'Framed', 'compare/framed'].map(
    (page) => `${LIST}/${page}`,
  )
  const others = ['/', '/404', '/framed', '/desk/framed', '/desk/uploads/x/framed', LIST, ...near]
  for (const path of [...paths, ...others])
    expect([path, framingOf(path)]).toEqual([path, undefined])
  await using server = await openServer(echo)
  for (const path of ['/', '/category/atta?sort=price', `${LIST}/preview?path=%2F`, LIST]) {
    const policy = String((await ask(server, path)).headers['content-security-policy'])
    expect([path, policy.includes("frame-ancestors 'none'")]).toEqual([path, true])
    expect([path, policy.includes('frame-src')]).toEqual([path, false])
  }
})
