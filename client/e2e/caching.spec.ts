import type { Page } from '@playwright/test'
import { signInAs } from './accounts'
import { sharedAdmin } from './admin'
import { expect, takeMarkupOut, test } from './test'

/**
 * How the page asks for its catalogue and how the server answers, from now on. A page never learns of a 304: its browser
 * says 200 and takes what it has kept.
 */
async function watchCatalogue(page: Page): Promise<() => string[]> {
  const methods = new Map<string, string>()
  const statuses = new Map<string, number>()
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/operationName\W+Catalogue/.test(request.url + request.postData))
      methods.set(requestId, request.method)
  })
  // This one can come before the other.
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode)
  })
  await network.send('Network.enable')
  return () => [...methods].map(([id, method]) => `${method} ${statuses.get(id)}`)
}

test('visitors are sent an answer once, and again as soon as it has changed', { tag: '@desktop' }, async ({
  page,
  server,
  newProduct,
}) => {
  const { change } = await newProduct('Cable Tester')
  const answers = await watchCatalogue(page)
  const tester = page.getByRole('article', { name: 'Cable Tester' })
  await takeMarkupOut(page) // so that the page asks
  const list = '/products?q=tester'
  await page.goto(list, { waitUntil: 'commit' })
  await expect(tester).toContainText('$10.00')
  await page.goto('/about', { waitUntil: 'commit' })
  await page.goto(list, { waitUntil: 'commit' })
  await expect(tester).toContainText('$10.00')
  await expect.poll(answers).toEqual(['GET 200', 'GET 304'])

  await page.goto('/about', { waitUntil: 'commit' })
  await change({ price: '12.00' })
  await page.goto(list, { waitUntil: 'commit' })
  await expect(tester).toContainText('$12.00')
  await expect.poll(() => answers().slice(2)).toEqual(['GET 200'])

  // In no list any more, which others count.
  await change({ listed: false })
  await signInAs(page, await sharedAdmin(server))
  await page.goto(list, { waitUntil: 'commit' })
  await expect.poll(() => answers().slice(3)).toEqual(['POST 200'])
})
