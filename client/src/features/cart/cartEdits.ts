import type { ApolloClient } from '@apollo/client'
import { serverMessage } from '~/lib/apollo'
import { toast } from '~/ui/toasts'
import { CartDocument } from './Cart.gen'
import { CartClearDocument, CartItemRemoveDocument, CartItemUpdateDocument } from './CartEdits.gen'
import { CartItemAddDocument } from './CartItemAdd.gen'
import { cartEditsState } from './cartEditsState'

type Payload = { cart: unknown; userErrors: { message: string }[] }

/**
 * Changes the cart. Mutations run one after the other, because each response replaces the whole cart; for a line that
 * waits, only the latest quantity is sent. A query that was under way when they began may answer an older cart, so the
 * cart is queried again after them. A failed change restores the server's quantity and shows a toast. The
 * methods never reject; they resolve to whether the server accepted the change.
 */
export class CartEdits {
  #client: ApolloClient
  #unconfirmed = new Map<string, number>()
  #waiting = new Map<string, Promise<boolean>>()
  #last: Promise<unknown> = Promise.resolve()
  #unfinished = 0
  /** The end of a query that was under way when the changes began. */
  #queried?: Promise<unknown>

  constructor(client: ApolloClient) {
    this.#client = client
  }

  /** Sets the quantity of a product in the cart; 0 removes it. */
  set(productId: string, quantity: number): Promise<boolean> {
    this.#unconfirmed.set(productId, quantity)
    let turn = this.#waiting.get(productId)
    if (turn) this.#publish()
    else {
      turn = this.#enqueue(() => this.#send(productId))
      this.#waiting.set(productId, turn)
    }
    return turn
  }

  /** Adds a removed product again. */
  restore(input: { productId: string; quantity: number }): Promise<boolean> {
    return this.#enqueue(() =>
      this.#attempt('Error adding to cart', async () => {
        const { data } = await this.#client.mutate({ mutation: CartItemAddDocument, variables: { input } })
        return data?.cartItemAdd
      }),
    )
  }

  clear(): Promise<boolean> {
    return this.#enqueue(() =>
      this.#attempt('Error clearing cart', async () => {
        const { data } = await this.#client.mutate({ mutation: CartClearDocument })
        return data?.cartClear
      }),
    )
  }

  async #send(productId: string): Promise<boolean> {
    this.#waiting.delete(productId)
    const quantity = this.#unconfirmed.get(productId)
    // The previous change of this line failed, which discarded this quantity.
    if (quantity === undefined) return false
    const agreed = await (quantity === 0 ? this.#remove(productId) : this.#update(productId, quantity))
    if (!agreed || this.#unconfirmed.get(productId) === quantity) this.#unconfirmed.delete(productId)
    return agreed
  }

  #update(id: string, quantity: number) {
    return this.#attempt('Error updating cart', async () => {
      const { data } = await this.#client.mutate({
        mutation: CartItemUpdateDocument,
        variables: { input: { id, quantity } },
      })
      return data?.cartItemUpdate
    })
  }

  #remove(id: string) {
    return this.#attempt('Error removing from cart', async () => {
      const { data } = await this.#client.mutate({
        mutation: CartItemRemoveDocument,
        variables: { input: { id } },
      })
      return data?.cartItemRemove
    })
  }

  async #attempt(fallback: string, send: () => Promise<Payload | undefined>): Promise<boolean> {
    try {
      const payload = await send()
      if (payload?.cart) return true
      toast.error(payload?.userErrors[0]?.message ?? fallback)
      // The cart has probably changed elsewhere.
      void this.#refetch()
    } catch (error) {
      toast.error(serverMessage(error) ?? fallback)
    }
    return false
  }

  #enqueue(job: () => Promise<boolean>): Promise<boolean> {
    if (this.#unfinished++ === 0) this.#queried = this.#queryUnderWay()
    const turn = this.#last.then(job).finally(() => {
      if (--this.#unfinished === 0) void this.#queried?.then(() => this.#refetch())
      this.#publish()
    })
    this.#last = turn
    this.#publish()
    return turn
  }

  #refetch() {
    return this.#client.refetchQueries({ include: [CartDocument] })
  }

  /** The end of the cart's query under way; undefined if there is none. */
  #queryUnderWay(): Promise<unknown> | undefined {
    // A second request for the same joins the first one.
    for (const query of this.#client.getObservableQueries())
      if (query.queryName === 'Cart' && query.getCurrentResult().loading)
        return query.refetch().catch(() => undefined)
  }

  #publish() {
    cartEditsState.set({ unconfirmed: new Map(this.#unconfirmed), busy: this.#unfinished > 0 })
  }
}
