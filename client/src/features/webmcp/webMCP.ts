import type { ApolloClient } from '@apollo/client'
import { addToCart } from '~/features/cart/addToCart'
import { CartDocument } from '~/features/cart/Cart.gen'
import { loginToAdd, savePendingItem } from '~/features/cart/pendingItem'
import { FitCheckDocument } from '~/features/fit/FitCheck.gen'
import { errorMessage } from '~/lib/apollo'
import { formatMoney } from '~/lib/format'
import { origin } from '~/lib/origin'
import { paths } from '~/lib/paths'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import { askUser } from './askUser'
import { FoundProductsDocument } from './FoundProducts.gen'
import { NamedProductDocument } from './NamedProduct.gen'
import { planCell } from './planCell'
import { type PublishedTool, publishedTool } from './publishedTool'

/** Input from an assistant, of unknown shape. */
type Input = Record<string, unknown>

/** A tool of a page, as WebMCP defines it (webmachinelearning.github.io/webmcp, draft of June 2026). */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: object
  annotations: { readOnlyHint?: boolean; untrustedContentHint?: boolean }
  execute(input: Input): Promise<unknown>
}

export type ModelContext = { registerTool(tool: Tool): Promise<void> }

/** A mistake of the assistant; the message tells it how to correct the input. */
class Misuse extends Error {}

const maxText = 200
const maxQuantity = 1000

function textOf(input: Input, name: string): string | undefined {
  const value = input[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value.length > maxText)
    throw new Misuse(`${name} must be a text of at most ${maxText} characters`)
  return value
}

function productIdOf(value: unknown): string {
  const id = typeof value === 'number' ? String(value) : value
  if (typeof id !== 'string' || !/^[1-9]\d{0,17}$/.test(id))
    throw new Misuse('A product ID is a number such as "3", as search_products returns it')
  return id
}

const result = (data: unknown) => ({ content: [{ type: 'text', text: JSON.stringify(data) }] })

const failure = (message: string) => ({ content: [{ type: 'text', text: message }], isError: true })

const productUrl = (id: string) => origin + paths.product(id)

/** Runs a tool and returns a failure as a result, which assistants can read. */
const failuresAsResults =
  (run: (input: Input) => Promise<unknown>): Tool['execute'] =>
  async (input) => {
    try {
      return result(await run(Object(input)))
    } catch (error) {
      if (error instanceof Misuse) return failure(error.message)
      return failure(errorMessage(error))
    }
  }

/** Registers the tools that an assistant in the browser may use, in the user's session. */
export async function registerTools(
  context: ModelContext,
  client: ApolloClient,
  navigate: (to: string) => void,
): Promise<void> {
  const published = await Promise.all([publishedTool('check_fit'), publishedTool('plan_cell')])
  for (const tool of toolsOf(client, navigate, published)) await context.registerTool(tool)
}

function toolsOf(
  client: ApolloClient,
  navigate: (to: string) => void,
  [fit, cell]: readonly [PublishedTool, PublishedTool],
): Tool[] {
  return [
    {
      name: 'search_products',
      title: 'Search products',
      description:
        'Searches the catalogue of this shop. Returns up to 10 products with ID, price without and with tax, stock, delivery, key figures and the address of the page. Without a query it returns the newest ones.',
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', description: 'Words to search for, such as "arm with 6 kg payload"' },
          category: { type: 'string', description: 'A part of the category, such as "industrial"' },
        },
      },
      annotations: { readOnlyHint: true, untrustedContentHint: true },
      execute: failuresAsResults(async (input) => {
        const search = textOf(input, 'query')
        const { data } = await client.query({
          query: FoundProductsDocument,
          variables: { filter: { search, category: textOf(input, 'category') }, sortBy: 'RELEVANCE' },
          fetchPolicy: 'network-only',
        })
        const { nodes = [], totalCount } = data?.products ?? {}
        return { total: totalCount, products: nodes.map((one) => ({ ...one, url: productUrl(one.id) })) }
      }),
    },
    {
      ...fit,
      annotations: { readOnlyHint: true, untrustedContentHint: true },
      execute: failuresAsResults(async ({ productIds: ids, partMassGrams: mass = 0 }) => {
        if (!Array.isArray(ids)) throw new Misuse('productIds must be a list of IDs of products')
        if (!Number.isInteger(mass)) throw new Misuse('partMassGrams must be a whole number')
        const { data } = await client.query({
          query: FitCheckDocument,
          variables: { ids: ids.map(productIdOf), partMassGrams: Number(mass) },
          fetchPolicy: 'network-only',
        })
        return data?.fitCheck
      }),
    },
    {
      ...cell,
      annotations: { readOnlyHint: true, untrustedContentHint: true },
      execute: failuresAsResults(async (input) => {
        const result = await planCell(client, input)
        if (!result)
          throw new Misuse('The cell is not as the schema says: check names, bounds and whole numbers')
        return result
      }),
    },
    {
      name: 'read_cart',
      title: 'Read the cart',
      description:
        "Returns the cart of the person at this browser: lines, tax and total. It's empty for visitors.",
      inputSchema: { type: 'object', properties: {} },
      annotations: { readOnlyHint: true },
      execute: failuresAsResults(async () => {
        if (!getToken()) throw new Misuse('Nobody is signed in, so there is no cart yet.')
        const { data } = await client.query({ query: CartDocument, fetchPolicy: 'network-only' })
        return { ...data?.cart, url: origin + paths.cart }
      }),
    },
    {
      name: 'add_to_cart',
      title: 'Add to cart',
      description:
        'Asks the person at this browser whether to add units of a product to the cart, and adds them if they agree. Nothing is ordered.',
      inputSchema: {
        type: 'object',
        properties: {
          productId: { type: 'string', description: 'ID of the product, such as "3"' },
          quantity: { type: 'integer', minimum: 1, maximum: maxQuantity, default: 1 },
        },
        required: ['productId'],
      },
      annotations: {},
      execute: failuresAsResults(async ({ productId: id, quantity = 1 }) => {
        const productId = productIdOf(id)
        if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > maxQuantity)
          throw new Misuse(`quantity must be a whole number from 1 to ${maxQuantity}`)
        const wanted = { productId, quantity: Number(quantity) }
        const { data } = await client.query({
          query: NamedProductDocument,
          variables: { id: productId },
          fetchPolicy: 'network-only',
        })
        const product = data?.product
        if (!product) throw new Misuse(`There is no product ${productId}`)
        if (!product.price || product.maxQuantity < 1)
          throw new Misuse(`${product.name} can't be bought now.`)
        const agreed = await askUser({
          what: `${wanted.quantity} × ${product.name}`,
          price: `${formatMoney(product.price)} each, without tax`,
        })
        if (agreed === undefined) throw new Misuse('Another question is open in the page. Ask again later.')
        if (!agreed) return { added: false, reason: 'The person declined.' }
        if (!getToken()) {
          savePendingItem(wanted)
          toast.info(loginToAdd)
          navigate(paths.login)
          return { added: false, reason: 'The person is signing in. The product is added after that.' }
        }
        const before = await unitsOf(client, productId)
        await addToCart(client, wanted, () => navigate(paths.cart))
        const added = (await unitsOf(client, productId)) - before
        return { added: added > 0, units: added, cart: origin + paths.cart }
      }),
    },
  ]
}

/** How many units of a product the cart holds. */
async function unitsOf(client: ApolloClient, productId: string): Promise<number> {
  const { data } = await client.query({ query: CartDocument, fetchPolicy: 'network-only' })
  return data?.cart.items.find((line) => line.productId === productId)?.quantity ?? 0
}
