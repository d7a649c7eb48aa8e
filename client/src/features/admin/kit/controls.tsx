import type { ReactNode } from 'react'
import { useMay } from '~/features/admin/shell/access'
import { paths } from '~/lib/paths'
import { Button, ButtonLink, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link, type LinkProps } from '~/ui/Link'
import { productEditor } from './addresses'

/** Classes of a link in a row: a tall target where rows are lists. */
export const link =
  'underline decoration-control underline-offset-4 wrap-anywhere hover:decoration-fg max-md:inline-flex max-md:min-h-11 max-md:items-center'

/** Classes of a button in a row: its text is aligned with the column, and its focus ring covers no other cell. */
export const rowButton = '-mx-2 [&]:px-2'

/** Classes of a bar at the bottom of a screen. admin.css keeps it from covering the focused element. */
export const bottomBar =
  'bottom-bar sticky bottom-0 z-20 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border border-control bg-raised px-4 py-3 [box-shadow:var(--shadow-overlay)]'

/** A link that writes to an email address. */
export function MailLink({ email, subject }: { email: string; subject?: string }) {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return (
    <a href={`mailto:${email}${query}`} className={link}>
      {email}
    </a>
  )
}

/** A link to a product's editor, or to its page in the shop for users who may not edit it. */
export function ProductLink({ id, className = '', ...rest }: Omit<LinkProps, 'to'> & { id: string }) {
  const edits = useMay()('WRITE_PRODUCTS')
  return (
    <Link {...rest} to={edits ? productEditor(id) : paths.product(id)} className={`${className} ${link}`} />
  )
}

/** The link that opens a row's drawer; `name` distinguishes it from those of other rows. */
export function DetailsLink({ name, children = 'Details', ...rest }: LinkProps & { name: string }) {
  return (
    <ButtonLink {...rest} variant="ghost" size="sm" aria-label={name} className={rowButton}>
      {children}
    </ButtonLink>
  )
}

/** A button for deleting; its handler asks for confirmation. */
export function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <IconButton label={name} onClick={onClick} className="max-md:first:-ml-3">
      <Icon name="trash" />
    </IconButton>
  )
}

/** The actions of a row: editing in a dialog, and deleting. */
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

/** The button beside a screen's title that adds to its list. */
export function AddButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" onClick={onClick}>
      <Icon name="plus" className="size-4" />
      {children}
    </Button>
  )
}
