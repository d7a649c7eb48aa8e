import { afterEach, expect, test, vi } from 'vitest'
import { downloadList } from './download'

afterEach(() => vi.restoreAllMocks())

function answerWith(response: Response) {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(response)
  URL.createObjectURL = vi.fn(() => 'blob:list')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return { asked, saved }
}

test('asks for what is given, and saves it under its name and day', async () => {
  const { asked, saved } = answerWith(new Response('number\r\n'))
  const name = await downloadList('orders', { search: 'a & b', status: undefined, maxStock: 0, category: '' })
  expect(asked.mock.calls[0]?.[0]).toBe('/api/v1/exports/orders.csv?search=a+%26+b&maxStock=0')
  expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/)
  expect(saved).toHaveBeenCalledOnce()
})

test('asks for another format by the name of the file', async () => {
  const { asked } = answerWith(new Response('[]'))
  expect(await downloadList('products', {}, 'json')).toMatch(/^products-\d{4}-\d\d-\d\d\.json$/)
  expect(asked.mock.calls[0]?.[0]).toBe('/api/v1/exports/products.json?')
})

test('saves nothing when the answer breaks off', async () => {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('number\r\nOR-1\r\n'))
      stream.error(new TypeError('network error'))
    },
  })
  const { saved } = answerWith(new Response(body))
  await expect(downloadList('orders', {})).rejects.toThrow()
  expect(saved).not.toHaveBeenCalled()
})

test('says what the server said, also without a sentence', async () => {
  answerWith(Response.json({ success: false, message: 'Other exports are running.' }, { status: 429 }))
  await expect(downloadList('orders', {})).rejects.toThrow('Other exports are running.')
  answerWith(new Response('<h1>Busy</h1>', { status: 429 }))
  await expect(downloadList('orders', {})).rejects.toThrow('Please try again in a moment.')
})
