import { CombinedGraphQLErrors } from '@apollo/client'
import { MockedProvider } from '@apollo/client/testing/react'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toastStore } from '~/ui/toasts'
import { type Payload, useAction } from './useAction'

// Files of tests share their modules, and with them the toasts.
function clear() {
  for (const { id } of toastStore.get()) dismissToast(id)
}
beforeEach(clear)
afterEach(clear)

/** A request that the test answers. */
function request() {
  let answer = (_: Payload) => {}
  let fail = (_: unknown) => {}
  const answered = new Promise<Payload>((resolve, reject) => {
    answer = resolve
    fail = reject
  })
  const work = vi.fn(() => answered)
  const settle = (end: () => void) =>
    act(async () => {
      end()
      await answered.catch(() => undefined)
    })
  return {
    work,
    accept: () => settle(() => answer({ userErrors: [] })),
    refuse: (message: string, field: string[] | null = null) =>
      settle(() => answer({ userErrors: [{ message, field }] })),
    fail: (error: unknown) => settle(() => fail(error)),
  }
}

const use = <Value,>(options: Parameters<typeof useAction<{ name: string }, Value>>[0] = {}) =>
  renderHook(() => useAction<{ name: string }, Value>(options), { wrapper: MockedProvider }).result

const toasts = () => toastStore.get().map(({ kind, message }) => `${kind}: ${message}`)

test('a call while another one runs is dropped', async () => {
  const hook = use()
  const [first, second] = [request(), request()]
  act(() => void hook.current.run(first.work, { failed: 'Failed.', done: 'Saved' }))
  expect(hook.current.busy).toBe(true)
  await act(() => hook.current.run(second.work, { failed: 'Failed.' }))
  await first.accept()
  expect(second.work).not.toHaveBeenCalled()
  expect(hook.current.busy).toBe(false)
  expect(toasts()).toEqual(['success: Saved'])
})

test('a task waits for others, and is dropped only while it itself is under way', async () => {
  const hook = use()
  const [first, second, again] = [request(), request(), request()]
  const outcome = (task: string) => ({ failed: 'Failed.', done: `Did ${task}`, task })
  act(() => void hook.current.run(first.work, outcome('A')))
  act(() => void hook.current.run(second.work, outcome('B')))
  expect(await act(() => hook.current.run(again.work, outcome('B')))).toBe(false)
  expect(second.work).not.toHaveBeenCalled()
  await first.accept()
  expect(second.work).toHaveBeenCalled()
  await second.refuse('No')
  expect(again.work).not.toHaveBeenCalled()
  expect(hook.current.busy).toBe(false)
  expect(toasts()).toEqual(['success: Did A', 'error: Failed. No'])

  act(() => void hook.current.run(again.work, outcome('B')))
  await again.accept()
  expect(again.work).toHaveBeenCalled()
})

test('a form that has gone is not closed, and its failure is a toast', async () => {
  const close = vi.fn()
  const setError = vi.fn()
  const { result, unmount } = renderHook(() => useAction({ form: { fields: ['name'], setError } }), {
    wrapper: MockedProvider,
  })
  const [accepted, refused] = [request(), request()]
  act(() => void result.current.run(accepted.work, { failed: 'Failed.', close, task: 'A' }))
  act(() => void result.current.run(refused.work, { failed: 'Failed.', task: 'B' }))
  unmount()
  await accepted.accept()
  await refused.refuse('Taken', ['input', 'name'])
  expect(close).not.toHaveBeenCalled()
  expect(setError).not.toHaveBeenCalled()
  expect(toasts()).toEqual(['error: Failed. Taken'])
})

test('a failure is a toast with its reason', async () => {
  const hook = use()
  const [refused, broken, silent] = [request(), request(), request()]
  act(() => void hook.current.run(refused.work, { failed: 'Failed to save.' }))
  await refused.refuse('Too late')
  act(() => void hook.current.run(broken.work, { failed: 'Failed to save' }))
  await broken.fail(new CombinedGraphQLErrors({ errors: [{ message: 'Not you' }] }))
  act(() => void hook.current.run(silent.work, { failed: 'Failed to save.' }))
  await silent.fail(new TypeError('fetch'))
  expect(toasts()).toEqual([
    'error: Failed to save. Too late',
    'error: Failed to save: Not you',
    'error: Failed to save.',
  ])
})

test('a form shows refusals on its fields, the rest in one message', async () => {
  const setError = vi.fn()
  const hook = use({ form: { fields: ['name'], setError } })
  const [onField, elsewhere] = [request(), request()]
  act(() => void hook.current.run(onField.work, { failed: 'Failed.' }))
  await onField.refuse('Taken', ['input', 'name'])
  expect(setError).toHaveBeenCalledWith('name', { message: 'Taken' }, { shouldFocus: true })
  expect(hook.current.failure).toBeNull()
  act(() => void hook.current.run(elsewhere.work, { failed: 'Failed.' }))
  await elsewhere.refuse('Closed')
  expect(hook.current.failure).toBe('Failed. Closed')
  expect(hook.current.saved.current).toBe(false)
  expect(toasts()).toEqual([])
})

test('an expected value shows until the last answer, and such actions queue', async () => {
  const hook = use({ value: 'A' })
  const [first, second] = [request(), request()]
  act(() => void hook.current.run(first.work, { failed: 'Failed.', expect: 'B' }))
  act(() => void hook.current.run(second.work, { failed: 'Failed.', expect: 'C' }))
  expect(hook.current.shown).toBe('C')
  await first.accept()
  expect(second.work).toHaveBeenCalled()
  expect(hook.current.shown).toBe('C')
  await second.refuse('No')
  expect(hook.current.shown).toBe('A')
})

test('what can be undone says so in its toast', async () => {
  const hook = use()
  const undo = vi.fn()
  const change = request()
  act(() => void hook.current.run(change.work, { failed: 'Failed.', done: 'Hidden', undo }))
  await change.accept()
  expect(toastStore.get()[0]?.action).toEqual({ label: 'Undo', act: undo })
})
