/** A product to quote. */
export type QuoteItem = { productId: string; name: string; quantity: number }

type Plan = { title: string; price: string; period: string }

/** The plans of a product, as on its page. */
export type Pricing = { rental?: Plan | null; purchase?: Plan | null; service?: Plan | null }

type PlanChoice = { value: '' | 'RENTAL' | 'PURCHASE' | 'SERVICE'; text: string }

/**
 * The options to quote a product. A purchase is quoted at the product's price, so the plan's own price is not shown
 * beside it: the two may be in different currencies.
 */
export function planChoices({ rental, purchase, service }: Pricing): PlanChoice[] {
  const choices: PlanChoice[] = [{ value: purchase ? 'PURCHASE' : '', text: purchase?.title ?? 'Purchase' }]
  if (service) choices.push({ value: 'SERVICE', text: `${choices[0]?.text} and ${termsOf(service)}` })
  if (rental) choices.push({ value: 'RENTAL', text: termsOf(rental) })
  return choices
}

function termsOf({ title, price, period }: Plan): string {
  return `${title}: ${price} ${period}`
}
