import { OptionalPart } from '~/features/admin/kit/OptionalPart'
import { useFields } from '~/features/admin/kit/useContentForm'
import { CheckBox } from '~/ui/CheckBox'
import { TextArea, TextField } from '~/ui/Field'
import type { planKinds } from './draftForm'

const words = {
  rental: { title: 'Rental', hint: 'Per month' },
  purchase: { title: 'Purchase', hint: 'Once' },
  service: { title: 'Service contract', hint: 'Per month' },
}

/** A payment plan, which is optional. */
export function PlanFields({ kind }: { kind: (typeof planKinds)[number] }) {
  const { text, check } = useFields()
  const { title, hint } = words[kind]
  const path = `pricing.${kind}`
  return (
    <OptionalPart path={`${path}.offered`} title={title} hint={hint}>
      <div className="mt-4 grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <TextField label="Title" required {...text(`${path}.title`)} />
          <TextField label="Price" required placeholder="€2,999" {...text(`${path}.price`)} />
          <TextField label="Period" placeholder="per month" {...text(`${path}.period`)} />
        </div>
        <TextArea label="What it includes" hint="One entry per line" {...text(`${path}.features`)} />
        <CheckBox label="Mark as popular" {...check(`${path}.popular`)} />
      </div>
    </OptionalPart>
  )
}
