import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { type PreOrderProduct, savePreOrderProduct } from './preOrderProduct'

/** Stores the product for /preorder and navigates there; the product's name is also passed as navigation state. */
export function PreorderNow({
  product,
  ...button
}: { product: PreOrderProduct } & Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  const navigate = useNavigate()
  return (
    <Button
      {...button}
      onClick={() => {
        savePreOrderProduct(product)
        navigate(paths.preorder, { state: { product: product.productName } })
      }}
    >
      Pre-order Now
    </Button>
  )
}
