import { expect, test, vi } from 'vitest'
import { $alert, alertAndGo, closeAlert, showAlert, showWaiting } from '#stores/toast.ts'

const ADDED = 'Item is added to the cart'

/** The messages that are shown one after another. */
function read(): string[] {
  const said: string[] = []
  while ($alert.get().open) {
    said.push($alert.get().msg)
    closeAlert()
  }
  return said
}

test('five additions in a row are told once, with the way to the cart (S-020)', () => {
  const viewCart = { label: 'View cart', run: () => {} }
  showAlert('Welcome back')
  for (let count = 0; count < 5; count++) showAlert(ADDED, 'success', viewCart)
  expect(read()).toEqual(['Welcome back', ADDED])
  for (let count = 0; count < 5; count++) showAlert(ADDED, 'success', viewCart)
  expect($alert.get().action).toBe(viewCart)
  expect(read()).toEqual([ADDED])
})

test('what is said anew about a thing takes the place of what was said before', () => {
  showAlert('Wished', 'success', undefined, 'heart 1')
  showAlert('Taken off', 'success', undefined, 'heart 1')
  showAlert('Wished', 'success', undefined, 'heart 2')
  showAlert('Taken off', 'success', undefined, 'heart 2')
  expect(read()).toEqual(['Taken off', 'Taken off'])
})

test('what can be taken back is offered at once, and not after thanks for something else', () => {
  const undo = { label: 'Undo', run: () => {}, takesBack: true }
  showAlert(ADDED, 'success', { label: 'View cart', run: () => {} })
  showAlert('Item Removed!', 'success', undo)
  expect(read()).toEqual(['Item Removed!'])
  showAlert('Not sent', 'error')
  showAlert('Item Removed!', 'success', undo)
  expect(read(), 'a failure is read first').toEqual(['Not sent', 'Item Removed!'])
})

test('of two removals each can be taken back (S-190)', () => {
  for (let count = 0; count < 2; count++) {
    showAlert('Item Removed!', 'success', { label: 'Undo', run: () => {}, takesBack: true })
  }
  expect(read()).toEqual(['Item Removed!', 'Item Removed!'])
})

test('a failure, and that a change waits for the network, are said at once after thanks (S-020)', () => {
  showAlert(ADDED)
  showAlert('Only 3 left', 'error')
  expect($alert.get().msg).toBe('Only 3 left')
  closeAlert()
  showAlert(ADDED)
  showWaiting('It is kept on this device')
  expect(read()).toEqual(['It is kept on this device'])
  showAlert('Item Removed!', 'success', { label: 'Undo', run: () => {}, takesBack: true })
  showAlert('Only 3 left', 'error')
  expect(read(), 'what can be taken back stays').toEqual(['Item Removed!', 'Only 3 left'])
})

test('a page that is left is not led elsewhere by what was said on it (S-126)', () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  const assign = vi.fn()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('sessionStorage', { setItem: () => {} })
  alertAndGo('Wished', 'success', '/mylist', 500)
  page.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(1000)
  expect(assign).not.toHaveBeenCalled()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a failure that nobody could read yet goes along to the next page (S-020)', () => {
  const page = new EventTarget()
  const setItem = vi.fn()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('sessionStorage', { setItem })
  showAlert('Item Removed!', 'success', { label: 'Undo', run: () => {}, takesBack: true })
  showAlert('Not sent', 'error')
  page.dispatchEvent(new Event('pagehide'))
  expect(setItem.mock.calls).toEqual([['alert', '{"msg":"Not sent","color":"error"}']])
  expect(read(), 'it is not said twice').toEqual(['Item Removed!'])
  vi.unstubAllGlobals()
})
