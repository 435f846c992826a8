import { signInAs } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

const PUSH = '/api/desk/push'

test('a device that rings is tied to the session of whoever signs in on it next, once (A28)', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  // Push services are outside: this browser has been subscribed at one.
  await page.addInitScript(() => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/renewed'
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
    const subscription = { endpoint, toJSON: () => ({ endpoint, keys }) }
    const pushManager = { getSubscription: async () => subscription }
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
    navigator.serviceWorker.getRegistration = async () =>
      Object.create(ServiceWorkerRegistration.prototype, { pushManager: { value: pushManager } })
  })
  const renewed = page.waitForResponse((response) => response.url().endsWith(PUSH))
  await page.goto('/desk')
  expect((await renewed).status()).toBe(200)
  await page.goto('/desk/more')
  await expect(page.locator('body[data-renew-push]')).toHaveCount(0)
  await expect(page.getByText('This device is notified of new orders.')).toBeVisible()
})

test('a switch whose press the browser refuses keeps the focus, and says why', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { value: 'default' })
    Notification.requestPermission = async () => 'denied'
  })
  await page.goto('/desk/more')
  const turnOn = page.getByRole('button', { name: 'Notify this device of new orders' })
  await turnOn.press('Enter')
  await expect(page.getByText(/^This browser blocks notifications/)).toBeVisible()
  await expect(turnOn).toBeFocused()
})
