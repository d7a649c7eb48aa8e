import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { type PreOrderProduct, savePreOrderProduct } from './preOrderProduct'

/** Saves the product for /preorder and goes there; the product's name travels along as navigation state. */
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
