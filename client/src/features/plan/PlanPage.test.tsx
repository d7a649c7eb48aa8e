import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, refusal } from '~/test/app'
import { planPath } from './address'
import type { CellPartsQuery, CellPlanQuery } from './Plan.gen'
import { example, inputOf } from './plan'

type Input = ReturnType<typeof inputOf>

// The planner's parts are compiled when they are first wanted.
const slow = { timeout: 60_000 }

const named = (id: string, name: string) => ({ __typename: 'Product', id, name })
const lengths = { upper: 475, fore: 425, shoulder: 195 }
const parts: CellPartsQuery['cellParts'] = {
  arms: [
    { ...lengths, product: named('1', 'Arm on rail'), hasRail: true, deck: 176, stroke: 1500 },
    { ...lengths, product: named('3', 'Arm'), hasRail: false, deck: 0, stroke: 0 },
  ],
  rails: [{ product: named('8', 'Rail'), deck: 176, stroke: 1500 }],
  grippers: [{ product: named('7', 'Gripper'), pads: 166 }],
  cameras: [],
}

const nothing = {
  armId: null,
  railId: null,
  withoutRail: false,
  gripperId: null,
  standHeight: null,
  lift: null,
  pick: null,
  place: null,
}

/** Says that only a rail reaches, or a place nearer by; the parts per hour are those that are wanted. */
function planned({ armId, railId, partsPerHour, place }: Input): CellPlanQuery['cellPlan'] {
  const reaches = armId === '1' || railId !== null || place.x < 1000
  const joints = [...(armId === '1' || railId ? [700] : []), 10, 20, 60, 10, 90, 0]
  const move = { name: 'Travel', duration: 2000, axis: 'Axis 1' }
  return {
    outcome: reaches ? 'FITS' : 'DOES_NOT_FIT',
    checks: [
      {
        rule: 'REACH_PLACE',
        outcome: reaches ? 'FITS' : 'DOES_NOT_FIT',
        message: reaches ? 'Reached' : 'Out of reach by 1,300 mm',
        needed: null,
        limit: null,
        unit: null,
        remedies: reaches
          ? []
          : [
              { message: 'A rail adds 1,500 mm', change: { ...nothing, railId: '8' } },
              { message: 'Move it', change: { ...nothing, place: { x: 500, y: 0, z: 540, heading: 0 } } },
              { message: 'The arm on a rail', change: { ...nothing, armId: '1' } },
            ],
      },
    ],
    cycle: reaches
      ? {
          duration: 4000,
          partsPerHour: partsPerHour || 900,
          energy: 400,
          slowest: move,
          moves: [move, { ...move, name: 'Return' }],
          pick: joints,
          place: joints,
          frames: [0, 2000, 4000].map((time) => ({ time, joints, holding: time === 2000, opening: 70 })),
        }
      : null,
    costs: {
      price: null,
      knownPrice: null,
      priceWithTax: null,
      rentOrBuy: null,
      payback: null,
      labourPerMonth: null,
    },
    delivery: null,
    notChecked: ['Safety'],
    assumptions: [],
    products: [],
  }
}

function open(address: string) {
  const calls = openApp(address, {
    CellParts: { data: { cellParts: parts } },
    CellPlan: () => ({ data: { cellPlan: planned(inputs(calls).at(-1) as Input) } }),
  })
  return calls
}

const inputs = (calls: ReturnType<typeof openApp>) =>
  calls.flatMap(({ operationName, variables }) =>
    operationName === 'CellPlan' ? [variables.input as Input] : [],
  )
const verdict = (name: string) => screen.findByRole('heading', { level: 2, name })
const undo = () => screen.getAllByRole('button', { name: 'Undo' })[0] as Element

/** Opens a part of the form, which narrow screens have closed. */
async function openGroup(user: ReturnType<typeof userEvent.setup>, title: string) {
  const summary = await screen.findByText(title, { selector: 'summary' }, { timeout: 30_000 })
  if (!summary.closest('details')?.open) await user.click(summary)
}

test('a remedy is one press, and so is undoing it', slow, async () => {
  const user = userEvent.setup()
  const calls = open(planPath({ ...example, railId: null }))
  await verdict('1 check failed')
  await user.click(await screen.findByRole('button', { name: /^A rail adds/ }))
  await verdict('This cell works')
  expect(inputs(calls).at(-1)).toMatchObject({ railId: '8', standHeight: 0 })
  await user.click(undo())
  await verdict('1 check failed')
  await user.click(await screen.findByRole('button', { name: 'The arm on a rail' }))
  await verdict('This cell works')
  expect(inputs(calls).at(-1)).toMatchObject({ armId: '1', railId: null })
  await user.click(undo())
  await user.click(await screen.findByRole('button', { name: 'Move it' }))
  await verdict('This cell works')
  expect(inputs(calls).at(-1)?.place, 'nothing but what the graph takes').toEqual({
    x: 500,
    y: 0,
    z: 540,
    heading: 0,
  })
})

test('points move by keys and by what is typed, and objects come and go', slow, async () => {
  const user = userEvent.setup()
  open(planPath(example))
  await verdict('This cell works')
  await openGroup(user, 'Points and objects')
  const row = (name: RegExp) =>
    screen.queryAllByRole('button', { name }).find((one) => one.hasAttribute('aria-expanded'))
  await user.click(row(/^Place/) as Element)
  await user.keyboard('{ArrowLeft}{Shift>}{ArrowUp}{/Shift}{PageUp}')
  expect(row(/^Place/)?.textContent).toBe('Place2,240, −50, 550')
  const x = screen.getByRole('textbox', { name: 'Place x' })
  await user.clear(x)
  await user.type(x, '1.2 m{Enter}')
  expect(row(/^Place/)?.textContent).toBe('Place1,200, −50, 550')
  await user.click(screen.getByRole('button', { name: 'Add box' }))
  expect(document.activeElement?.textContent).toContain('Box')
  await user.click(screen.getByRole('button', { name: 'Remove Box' }))
  expect(row(/^Box/)).toBeUndefined()
  await screen.findByText('Box removed')
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) as Element)
  expect(row(/^Box/)).toBeDefined()
})

test('a link that can not be read is told, and the example stands in', slow, async () => {
  const calls = open('/plan?v=1&p=a3')
  await screen.findByText(/^This link can't be read/)
  await verdict('This cell works')
  expect(inputs(calls)).toEqual([inputOf(example)])
})

test('the controls stay when the connection returns after a plan could not be calculated', slow, async () => {
  const user = userEvent.setup()
  let failing = true
  let calculate = () => {}
  const calls = openApp(planPath(example), {
    CellParts: { data: { cellParts: parts } },
    CellPlan: () =>
      failing
        ? refusal('Try again')
        : new Promise((resolve) => {
            calculate = () => resolve({ data: { cellPlan: planned(inputs(calls).at(-1) as Input) } })
          }),
  })
  await openGroup(user, 'Points and objects')
  const add = await screen.findByRole('button', { name: 'Add box' })
  failing = false
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  await waitFor(() => expect(inputs(calls).length).toBeGreaterThan(1))
  expect(add.isConnected).toBe(true)
  await act(async () => calculate())
  await verdict('This cell works')
  expect(add.isConnected).toBe(true)
})
