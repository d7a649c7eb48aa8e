import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Delivery, DeliveryRow } from './DeliveryRow'

const dueIn = (ms: number) =>
  ({
    ...{ id: '1', attempts: 1, deliveredAt: null, waiting: false, lastStatus: 500, lastError: 'HTTP 500' },
    createdAt: '2026-03-02T09:00:00Z',
    dueAt: new Date(Date.now() + ms).toISOString(),
    event: { kind: 'order.created', sequence: 1 },
  }) as unknown as Delivery

test('an attempt whose time has passed is due now', () => {
  const { rerender } = render(<DeliveryRow delivery={dueIn(-1000)} onReplay={() => undefined} />)
  expect(screen.getByText('Next attempt now')).toBeDefined()
  rerender(<DeliveryRow delivery={dueIn(60_000)} onReplay={() => undefined} />)
  expect(screen.queryByText('Next attempt now')).toBeNull()
})
