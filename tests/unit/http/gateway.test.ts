import { expect, test } from 'vitest'
import { gatewayHosts } from '#lib/server/http/guards/gateway-hosts.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { ask, echo, openServer } from '#tests/support/http-front.ts'

const RAZORPAY = {
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'a secret of the tests that is long enough',
}

test('only the checkout may talk to the provider in use (H2)', async () => {
  const gateway = gatewayHosts(readSettings(RAZORPAY))
  await using server = await openServer(echo, { gateway })
  const checkout = String((await ask(server, '/checkout')).headers['content-security-policy'])
  expect(checkout).toMatch(/script-src 'self'[^;]* https:\/\/checkout\.razorpay\.com /)
  expect(checkout).toContain('frame-src https://api.razorpay.com https://checkout.razorpay.com;')
  expect(checkout).toMatch(/connect-src 'self' https:\/\/api\.razorpay\.com /)
  expect(checkout).not.toMatch(/unsafe|\*/)
  for (const path of ['/cart', '/orders', '/checkout/x', '/search?q=checkout']) {
    const { headers } = await ask(server, path)
    expect(headers['content-security-policy']).not.toContain('razorpay')
    expect(headers['permissions-policy']).toMatch(/payment=\(self\)$/)
  }
})

test('a stand-in has its own hosts and no others (H2 P11)', () => {
  const settings = readSettings({
    ...RAZORPAY,
    RAZORPAY_API_URL: 'http://127.0.0.1:9001',
    RAZORPAY_CHECKOUT_JS: 'http://127.0.0.1:9002/v1/checkout.js',
  })
  const both = ['http://127.0.0.1:9001', 'http://127.0.0.1:9002']
  expect(gatewayHosts(settings)).toEqual({
    script: ['http://127.0.0.1:9002'],
    frame: both,
    connect: both,
    form: ['http://127.0.0.1:9001'],
  })
})

test('the way without the script of the provider lets a form go there, and nothing else (H2 P11)', async () => {
  const gateway = gatewayHosts(readSettings(RAZORPAY))
  await using server = await openServer(echo, { gateway })
  const { headers } = await ask(server, '/checkout/pay')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("form-action 'self' https://api.razorpay.com;")
  expect(policy.replace('https://api.razorpay.com', '')).not.toMatch(/https?:|frame-src/)
  const checkout = String((await ask(server, '/checkout')).headers['content-security-policy'])
  expect(checkout).toContain("form-action 'self';")
})

test('the embedded gateway needs no other host (H2)', async () => {
  const gateway = gatewayHosts(readSettings({}))
  await using server = await openServer(echo, { gateway })
  const { headers } = await ask(server, '/checkout')
  expect(headers['content-security-policy']).not.toMatch(/https?:|frame-src/)
})

test('the checkout lets the provider ask for payment, and keeps its popups (H4)', async () => {
  const gateway = gatewayHosts(readSettings(RAZORPAY))
  await using server = await openServer(echo, { gateway })
  const { headers } = await ask(server, '/checkout')
  expect(headers['permissions-policy']).toMatch(
    /payment=\(self "https:\/\/api\.razorpay\.com" "https:\/\/checkout\.razorpay\.com"\)$/,
  )
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
})
