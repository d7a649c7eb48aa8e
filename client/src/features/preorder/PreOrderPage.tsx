import { useEffect, useState } from 'react'
import { redirect, useLoaderData, useNavigate } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { paths } from '~/lib/paths'
import { currentOwner } from '~/lib/storage'
import { useStillHere } from '~/lib/useStillHere'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Section } from '~/ui/Layout'
import { toast } from '~/ui/toasts'
import { keepPreOrderProduct, readPreOrderProduct } from './chosenProduct'
import { PreOrderForm } from './PreOrderForm'
import { PreOrderPlaced } from './PreOrderPlaced'
import { ProductSummary } from './ProductSummary'
import type { PreOrderProduct } from './preOrderProduct'
import type { PlacedPreOrder } from './usePlacePreOrder'

const secondToastAfter = 1000
const leaveAfter = 3000

/** The product chosen when the page opened: placing the pre-order removes it from storage. */
export function loader(): PreOrderProduct {
  const product = readPreOrderProduct()
  if (product) return product
  toast.info('Please select a product first')
  throw redirect(paths.products)
}

export default function PreOrderPage() {
  const product = useLoaderData<PreOrderProduct>()
  const { user } = useAuth()
  const [placed, setPlaced] = useState<PlacedPreOrder | null>(null)
  useEffect(() => keepPreOrderProduct(product), [product])
  useFarewell(placed !== null)

  return (
    <Section tight>
      <ButtonLink to={paths.products} variant="ghost" size="sm" className="-ml-4">
        <Icon name="arrow-left" className="size-4" />
        Back to products
      </ButtonLink>
      <h1 className="mt-6 mb-10">Pre-order</h1>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-12">
        <div className="min-w-0 lg:sticky lg:top-28 lg:col-span-5">
          <ProductSummary product={product} />
        </div>
        <div className="min-w-0 lg:col-span-7">
          {placed ? (
            <PreOrderPlaced preOrder={placed} />
          ) : (
            <PreOrderForm key={currentOwner()} product={product} person={user} onPlaced={setPlaced} />
          )}
        </div>
      </div>
    </Section>
  )
}

/** After a success, shows the second message, then redirects to the products. Leaving earlier cancels it. */
function useFarewell(placed: boolean) {
  const navigate = useNavigate()
  const stillHere = useStillHere()
  useEffect(() => {
    if (!placed) return
    const toastTimer = setTimeout(
      () => toast.info('Our team will contact you soon to discuss your pre-order details.'),
      secondToastAfter,
    )
    const leaveTimer = setTimeout(() => {
      if (stillHere()) navigate(paths.products)
    }, leaveAfter)
    return () => {
      clearTimeout(toastTimer)
      clearTimeout(leaveTimer)
    }
  }, [placed, navigate, stillHere])
}
