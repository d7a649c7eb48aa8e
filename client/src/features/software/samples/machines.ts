// Asks the shop which machines can be had, and for how much.
// It needs fetch and nothing else: React Native, Node 20, any browser.

export type Machine = {
  id: string
  name: string
  model: string | null
  stock: number
  comingSoon: boolean
  price: { amount: string; currency: string } | null
}

type Answer = {
  data?: { products: { nodes: Machine[] } } | null
  errors?: { message: string; extensions?: { code?: string } }[]
}

const query = `
  query Machines($category: String!) {
    products(filter: { category: $category }, sortBy: NAME, first: 20) {
      nodes {
        id
        name
        model
        stock
        comingSoon
        price { amount currency }
      }
    }
  }
`

export async function machines(shop: string, category: string): Promise<Machine[]> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), 10_000)
  try {
    const response = await fetch(`${shop}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { category } }),
      signal: timeout.signal,
    })
    if (!response.ok) throw new Error(`The shop answered ${response.status}`)
    const { data, errors } = (await response.json()) as Answer
    if (errors?.[0]) throw new Error(errors[0].message)
    if (!data) throw new Error('The shop answered without data')
    return data.products.nodes
  } finally {
    clearTimeout(timer)
  }
}
