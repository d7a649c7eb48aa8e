import { act, render } from '@testing-library/react'
import { createBrowserRouter, RouterProvider, useSearchParams } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { planPath, readPlan } from './address'
import { example, moveItem, type Plan } from './plan'
import { usePlan } from './usePlan'

const plan = (change: Partial<Plan>) => ({ ...example, ...change })
const wanting = (partsPerHour: number) => plan({ partsPerHour })

/** A page with the state of a plan only. */
function open(first = planPath(example)) {
  let now: ReturnType<typeof usePlan> | undefined
  function Page() {
    const [params] = useSearchParams()
    now = usePlan(readPlan(params) as Plan)
    return null
  }
  history.replaceState(null, '', first)
  const router = createBrowserRouter([{ path: '/plan', Component: Page }])
  onTestFinished(() => router.dispose())
  render(<RouterProvider router={router} />)
  const state = () => now as ReturnType<typeof usePlan>
  return {
    state,
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to: number | string) =>
      act(async () => {
        if (typeof to === 'string') return router.navigate(to)
        const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
        await router.navigate(to)
        await gone
      }),
    change: (partsPerHour: number, kind?: string) =>
      act(async () => state().change((before) => ({ ...before, partsPerHour }), kind)),
    step: (kind: 'undo' | 'redo' | 'drop') => act(async () => state().step(kind)),
  }
}

test('the address follows every change, and back and forward lead', async () => {
  const page = open()
  await page.change(100)
  await page.change(200)
  expect(page.address()).toBe(planPath(wanting(200)))
  await page.go(-1)
  expect(page.state().plan).toEqual(wanting(100))
  await page.go(-1)
  expect(page.state().plan).toEqual(example)
  await page.go(1)
  expect(page.state().plan).toEqual(wanting(100))
  await page.go(planPath(wanting(7)))
  expect(page.state().plan).toEqual(wanting(7))
  await page.change(8)
  expect(page.address()).toBe(planPath(wanting(8)))
})

test('every change can be undone and done again', async () => {
  const page = open()
  expect([page.state().canUndo, page.state().canRedo]).toEqual([false, false])
  await page.change(100)
  await page.change(200)
  await page.step('undo')
  expect([page.state().plan, page.address()]).toEqual([wanting(100), planPath(wanting(100))])
  await page.step('redo')
  expect([page.state().plan, page.state().canRedo]).toEqual([wanting(200), false])
  await page.step('undo')
  await page.change(300)
  expect(page.state().canRedo).toBe(false)
  await page.step('undo')
  await page.step('undo')
  expect([page.state().plan, page.state().canUndo]).toEqual([example, false])
})

test('changes of one kind that follow closely are one step', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  const page = open()
  await page.change(100, 'parts')
  await page.change(110, 'parts')
  await page.change(120, 'parts')
  clock.mockReturnValue(12_000)
  await page.change(130, 'parts')
  await page.step('undo')
  expect(page.state().plan).toEqual(wanting(120))
  await page.step('undo')
  expect(page.state().plan).toEqual(example)
})

test('what is dragged is seen at once and kept when it is dropped', async () => {
  const page = open(planPath(example, wanting(5)))
  const to = (x: number) => (before: Plan) => moveItem(before, 'place', { x })
  await act(async () => page.state().drag(to(2000)))
  await act(async () => page.state().drag(to(1900)))
  expect([page.state().plan.place.x, page.state().settled.place.x, page.state().dragging]).toEqual([
    1900,
    2250,
    true,
  ])
  expect(page.address()).toBe(planPath(example, wanting(5)))
  await page.step('drop')
  expect(page.address()).toBe(planPath(to(1900)(example), wanting(5)))
  await page.step('undo')
  expect(page.state().plan).toEqual(example)
  await page.step('drop')
  expect(page.state().plan).toEqual(example)
})

test('the plan to compare with stays when a change follows before the page has it', async () => {
  const page = open()
  await act(async () => {
    history.replaceState(history.state, '', planPath(example, wanting(5)))
    page.state().change((before) => ({ ...before, partsPerHour: 100 }))
  })
  expect(page.address()).toBe(planPath(wanting(100), wanting(5)))
})
