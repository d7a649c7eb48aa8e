import { useNavigate } from 'react-router-dom'
import { loginToAdd, savePendingItem } from '~/features/cart/pendingItem'
import { useAddToCart } from '~/features/cart/useAddToCart'
import { savePreOrderProduct } from '~/features/preorder/preOrderProduct'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'

type Pictured = { id: string; name: string; category: string; image: { url: string } | null }

/**
 * Adds to the cart or opens the pre-order form; both need a signed-in user. The stored token decides, since the session
 * may still be loading; the server rejects an expired token.
 */
export function useProductActions({ id, name, category, image }: Pictured) {
  const { add, adding } = useAddToCart()
  const navigate = useNavigate()

  function askToSignIn(message: string, from: string) {
    toast.info(message)
    navigate(paths.login, { state: { from } satisfies FromState })
  }

  function addToCart(quantity: number) {
    const item = { productId: id, quantity }
    if (getToken()) return void add(item)
    savePendingItem(item)
    askToSignIn(loginToAdd, paths.cart)
  }

  function preOrder(plan?: string) {
    // A visitor's choice is kept when they sign in.
    savePreOrderProduct({
      id,
      name,
      productName: name,
      image: image?.url ?? '/images/industrial-robot.jpg',
      category,
      plan,
    })
    if (!getToken()) return askToSignIn('Please login to place a pre-order', paths.preorder)
    navigate(paths.preorder, { state: { product: name } })
  }

  return { addToCart, preOrder, adding }
}
