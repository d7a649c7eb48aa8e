import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { CartItemAddDocument } from '~/features/cart/CartItemAdd.gen'
import { loginToAdd } from '~/features/cart/pendingItem'
import { PreorderNow } from '~/features/preorder/PreorderNow'
import { QuoteButton } from '~/features/quote/QuoteButton'
import { errorMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { getToken } from '~/lib/token'
import { Button } from '~/ui/Button'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { toast } from '~/ui/toasts'
import { planPath } from './address'
import { inputOf, type Plan } from './plan'
import type { CalculatedPlan } from './usePlanResult'

/** A plan's products, and actions with them. */
export default function Actions({
  calculated: { plan, result },
  settled,
  children,
}: {
  calculated: CalculatedPlan
  settled: Plan
  children?: ReactNode
}) {
  const client = useApolloClient()
  const navigate = useNavigate()
  const { user } = useAuth()
  const [adding, setAdding] = useState(false)
  const forSale = result.products.filter(({ maxQuantity }) => maxQuantity > 0)

  async function addAll() {
    if (!getToken()) {
      toast.info(loginToAdd)
      return navigate(paths.login, { state: { from: planPath(settled) } satisfies FromState })
    }
    setAdding(true)
    let added = 0
    // Sequentially, because each mutation changes the whole cart.
    for (const { id, name } of forSale) {
      try {
        const input = { productId: id, quantity: 1, idempotencyKey: newIdempotencyKey() }
        const { data } = await client.mutate({ mutation: CartItemAddDocument, variables: { input } })
        const payload = data?.cartItemAdd
        if (payload?.cart && payload.added !== 0) added++
        else
          toast.error(
            `${name}: ${payload?.userErrors[0]?.message ?? payload?.cart?.warnings[0]?.message ?? failed}`,
          )
      } catch (error) {
        toast.error(`${name}: ${errorMessage(error, failed)}`)
      }
    }
    setAdding(false)
    if (added > 0)
      toast.success(`${added} ${added === 1 ? 'product' : 'products'} added to cart`, {
        label: 'View cart',
        act: () => navigate(paths.cart),
      })
  }

  return (
    <div className="grid gap-4">
      <ul className="grid gap-3 text-small">
        {result.products.map(({ id, name, category, price, maxQuantity }) => (
          <li key={id} className="plan-product">
            <Link to={paths.product(id)} className="plan-link">
              {name}
            </Link>
            {price && <Money value={price} className="text-muted" />}
            {maxQuantity === 0 && (
              <PreorderNow
                size="sm"
                variant="ghost"
                className="plan-preorder"
                aria-label={`Pre-order Now: ${name}`}
                product={{ id, name, productName: name, image: '/images/industrial-robot.jpg', category }}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {forSale.length > 0 && (
          <Button variant="primary" size="sm" loading={adding} loadingText="Adding..." onClick={addAll}>
            {forSale.length === result.products.length ? 'Add to cart' : `Add ${forSale.length} to cart`}
          </Button>
        )}
        <QuoteButton
          lines={result.products.map(({ id, name }) => ({ productId: id, name, quantity: 1 }))}
          cell={inputOf(plan)}
          person={user}
        />
        {children}
      </div>
    </div>
  )
}

const failed = 'Failed to add to cart'
