import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { CartItemAddDocument } from '~/features/cart/CartItemAdd.gen'
import { loginToAdd } from '~/features/cart/wanted'
import { PreorderNow } from '~/features/preorder/PreorderNow'
import { WrittenQuote } from '~/features/quote/WrittenQuote'
import { messageOf } from '~/lib/apollo'
import { newKey } from '~/lib/newKey'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { getToken } from '~/lib/token'
import { Button } from '~/ui/Button'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { toast } from '~/ui/toasts'
import { planPath } from './address'
import { inputOf, type Plan } from './plan'
import type { Answered } from './useAnswer'

/** The products of a plan, and what can be done with them. */
export default function Actions({
  said: { plan, answer },
  settled,
  children,
}: {
  said: Answered
  settled: Plan
  children?: ReactNode
}) {
  const client = useApolloClient()
  const navigate = useNavigate()
  const { user } = useAuth()
  const [adding, setAdding] = useState(false)
  const forSale = answer.products.filter(({ maxQuantity }) => maxQuantity > 0)

  async function addAll() {
    if (!getToken()) {
      toast.info(loginToAdd)
      return navigate(paths.login, { state: { from: planPath(settled) } satisfies FromState })
    }
    setAdding(true)
    let added = 0
    // One after the other: each changes the whole cart.
    for (const { id, name } of forSale) {
      try {
        const input = { productId: id, quantity: 1, idempotencyKey: newKey() }
        const { data } = await client.mutate({ mutation: CartItemAddDocument, variables: { input } })
        const payload = data?.cartItemAdd
        if (payload?.cart && payload.added !== 0) added++
        else
          toast.error(
            `${name}: ${payload?.userErrors[0]?.message ?? payload?.cart?.warnings[0]?.message ?? failed}`,
          )
      } catch (error) {
        toast.error(`${name}: ${messageOf(error) ?? failed}`)
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
        {answer.products.map(({ id, name, category, price, maxQuantity }) => (
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
            {forSale.length === answer.products.length ? 'Add to cart' : `Add ${forSale.length} to cart`}
          </Button>
        )}
        <WrittenQuote
          lines={answer.products.map(({ id, name }) => ({ productId: id, name, quantity: 1 }))}
          cell={inputOf(plan)}
          person={user}
        />
        {children}
      </div>
    </div>
  )
}

const failed = 'Failed to add to cart'
