import { type ReactNode, useState } from 'react'
import { Chips } from '~/ui/Chips'
import { SelectField } from '~/ui/Field'
import type { Handles } from './drawing/handles'
import type { Parts } from './geometry'
import { Items } from './Items'
import {
  costText,
  formatFigure,
  lengthText,
  massText,
  readCost,
  readCount,
  readLength,
  readMass,
  readSeconds,
  secondsText,
} from './measures'
import { limits, type Plan } from './plan'
import { UnitField } from './UnitField'

type Change = (to: (plan: Plan) => Plan, kind?: string) => void

/** The plan's fields. */
export function Setup({
  plan,
  parts,
  handles,
  change,
}: {
  plan: Plan
  parts: Parts
  handles: Handles
  change: Change
}) {
  const set = (part: Partial<Plan>, kind?: string) => change((before) => ({ ...before, ...part }), kind)
  const size = (part: Partial<Plan['part']>, kind: string) =>
    change((before) => ({ ...before, part: { ...before.part, ...part } }), kind)
  return (
    <div className="plan-setup">
      <Group title="Machine">
        <Machine plan={plan} parts={parts} set={set} />
      </Group>
      <Group title="Part">
        <UnitField
          label="Mass"
          value={plan.part.mass}
          text={massText}
          read={readMass}
          range={limits.mass}
          onChange={(mass) => size({ mass }, 'mass')}
        />
        <div className="plan-fields">
          {(['length', 'width', 'height'] as const).map((side) => (
            <UnitField
              key={side}
              label={`Part ${side}`}
              short={{ length: 'Length', width: 'Width', height: 'Height' }[side]}
              value={plan.part[side]}
              text={lengthText}
              read={readLength}
              range={limits.size}
              onChange={(value) => size({ [side]: value }, side)}
            />
          ))}
        </div>
        <p className="text-small text-faint">The gripper closes on the width.</p>
      </Group>
      <Group title="Points and objects">
        <Items plan={plan} handles={handles} change={change} />
      </Group>
      <Group title="Demand">
        <UnitField
          label="Parts per hour"
          value={plan.partsPerHour}
          text={formatFigure}
          read={readCount}
          range={limits.partsPerHour}
          onChange={(partsPerHour) => set({ partsPerHour }, 'partsPerHour')}
        />
        <div>
          <p aria-hidden="true" className="label mb-2 text-muted">
            Shifts of 8 hours
          </p>
          <Chips
            label="Shifts of 8 hours"
            options={['1', '2', '3'].map((value) => ({ value, label: value }))}
            value={String(plan.shifts)}
            onChange={(shifts) => set({ shifts: Number(shifts) })}
          />
        </div>
        <UnitField
          label="Labour cost per hour"
          optional
          value={plan.labourCost}
          text={costText}
          read={readCost}
          range={limits.labourCost}
          onChange={(labourCost) => set({ labourCost }, 'labourCost')}
        />
        <UnitField
          label="Months of use"
          value={plan.horizon}
          text={formatFigure}
          read={readCount}
          range={limits.horizon}
          onChange={(horizon) => set({ horizon }, 'horizon')}
        />
      </Group>
      <Group title="Motion" closed>
        <UnitField
          label="Lift above points"
          value={plan.lift}
          text={lengthText}
          read={readLength}
          range={limits.lift}
          onChange={(lift) => set({ lift }, 'lift')}
        />
        <UnitField
          label="Time to grip and release"
          value={plan.gripTime}
          text={secondsText}
          read={readSeconds}
          range={limits.gripTime}
          onChange={(gripTime) => set({ gripTime }, 'gripTime')}
        />
      </Group>
    </div>
  )
}

/** A section of the form; collapsed on phones. */
function Group({
  title,
  closed = false,
  children,
}: {
  title: string
  closed?: boolean
  children: ReactNode
}) {
  const [open] = useState(() => !closed && (title === 'Machine' || matchMedia('(width >= 64rem)').matches))
  return (
    <details className="border-t" open={open}>
      <summary className="min-h-11 py-3 text-small font-semibold hover:text-signal">{title}</summary>
      <div className="grid gap-4 pb-5">{children}</div>
    </details>
  )
}

const none = ''
const floor = 'floor'
const stand = 'stand'
const usualStand = 400

function Machine({
  plan,
  parts,
  set,
}: {
  plan: Plan
  parts: Parts
  set: (part: Partial<Plan>, kind?: string) => void
}) {
  const arm = parts.arms.find(({ product }) => product.id === plan.armId)
  const base = plan.railId ?? (plan.standHeight > 0 ? stand : floor)
  function chooseArm(armId: string) {
    const { hasRail } = parts.arms.find(({ product }) => product.id === armId) ?? {}
    set({ armId, ...(hasRail && { railId: null, standHeight: 0 }) })
  }
  function chooseBase(chosen: string) {
    if (chosen === floor) set({ railId: null, standHeight: 0 })
    else if (chosen === stand) set({ railId: null, standHeight: usualStand })
    else set({ railId: chosen, standHeight: 0 })
  }
  return (
    <>
      <SelectField label="Arm" required value={plan.armId} onChange={({ target }) => chooseArm(target.value)}>
        {!arm && <option value={plan.armId}>Unknown arm {plan.armId}</option>}
        {parts.arms.map(({ product: { id, name } }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {!arm?.hasRail && (
        <SelectField
          label="Stands on"
          required
          value={base}
          onChange={({ target }) => chooseBase(target.value)}
        >
          <option value={floor}>Floor</option>
          <option value={stand}>Stand</option>
          {parts.rails.map(({ product: { id, name } }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {base === stand && !arm?.hasRail && (
        <UnitField
          label="Height of the stand"
          value={plan.standHeight}
          text={lengthText}
          read={readLength}
          range={[1, limits.standHeight[1]]}
          onChange={(standHeight) => set({ standHeight }, 'standHeight')}
        />
      )}
      <SelectField
        label="Gripper"
        required
        value={plan.gripperId ?? none}
        onChange={({ target }) => set({ gripperId: target.value || null })}
      >
        <option value={none}>None</option>
        {parts.grippers.map(({ product: { id, name } }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Camera"
        required
        value={plan.cameraId ?? none}
        onChange={({ target }) => set({ cameraId: target.value || null })}
      >
        <option value={none}>None</option>
        {parts.cameras.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
