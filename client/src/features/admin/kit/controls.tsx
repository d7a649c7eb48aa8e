import type { ReactNode } from 'react'
import { useMay } from '~/features/admin/shell/access'
import { paths } from '~/lib/paths'
import { Button, ButtonLink, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link, type LinkProps } from '~/ui/Link'
import { productEditor } from './addresses'

/** The look of a link in a row: high enough to be hit where rows are no lines. */
export const link =
  'underline decoration-control underline-offset-4 wrap-anywhere hover:decoration-fg max-md:inline-flex max-md:min-h-11 max-md:items-center'

/** The look of a button in a row: its text stands in the line of the column, its focus ring covers no other cell. */
export const rowButton = '-mx-2 [&]:px-2'

/** The look of a bar that stays at the bottom of a screen. What has the focus is not covered by it: admin.css. */
export const bottomBar =
  'bottom-bar sticky bottom-0 z-20 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border border-control bg-raised px-4 py-3 [box-shadow:var(--shadow-overlay)]'

/** An email address to write to. */
export function MailLink({ email, subject }: { email: string; subject?: string }) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a href={`mailto:${email}${query}`} className={link}>
      {email}
    </a>
  )
}

/** A product's name, which leads to its editor, or to its page in the shop for those who may not edit it. */
export function ProductLink({ id, className = '', ...rest }: Omit<LinkProps, 'to'> & { id: string }) {
  const edits = useMay()('WRITE_PRODUCTS')
  return (
    <Link {...rest} to={edits ? productEditor(id) : paths.product(id)} className={`${className} ${link}`} />
  )
}

/** The link that opens what lies beside the list; `name` tells it from those of other rows. */
export function DetailsLink({ name, children = 'Details', ...rest }: LinkProps & { name: string }) {
  return (
    <ButtonLink {...rest} variant="ghost" size="sm" aria-label={name} className={rowButton}>
      {children}
    </ButtonLink>
  )
}

/** The button that asks before it deletes something. */
export function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <IconButton label={name} onClick={onClick} className="max-md:first:-ml-3">
      <Icon name="trash" />
    </IconButton>
  )
}

/** What can be done with a row that is edited in a dialog. */
export function EditDelete({
  name,
  onEdit,
  onDelete,
}: {
  name: string
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <div className="flex items-center gap-2">
      <Button variant="ghost" size="sm" aria-label={`Edit ${name}`} onClick={onEdit} className={rowButton}>
        Edit
      </Button>
      <DeleteButton name={`Remove ${name}`} onClick={onDelete} />
    </div>
  )
}

/** The button beside a title that adds to the list. */
export function AddButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" onClick={onClick}>
      <Icon name="plus" className="size-4" />
      {children}
    </Button>
  )
}
