/** The fixed part of a Pricing Transparency card (docs/specification.md). Everything else is data. */
export type Offer = {
  /** The ID of the product that it describes. */
  productId: string
  title: string
  badge?: 'Most Popular' | 'Best Seller'
  /** An outline on a 96 x 72 grid. */
  drawing: string
}

/** The four cards in order. */
export const offers = {
  arm: {
    productId: '3',
    title: 'Arm Only',
    badge: 'Most Popular',
    drawing:
      'M22 68h30M27 68v-8h20v8M31 60a6 6 0 1 1 12 0M34 49 24 26M40 47 31 23M22 21a5 5 0 1 0 10 0 5 5 0 1 0-10 0M31 17 64 9M33 23 65 15M64 12a5 5 0 1 0 10 0 5 5 0 1 0-10 0M65 18v8h8v-8M66 26v8M72 26v8',
  },
  mobileBase: {
    productId: '4',
    title: 'Mobile SLAM Base',
    badge: 'Best Seller',
    drawing:
      'M12 34h72v22H12ZM12 34l8-8h56l8 8M20 56a7 7 0 0 0 14 0M62 56a7 7 0 0 0 14 0M42 26v-8h12v8M4 48h8M84 48h8M40 45h16M6 63h84M48 14V8M34 16l-5-5M62 16l5-5',
  },
  sliderRail: {
    productId: '8',
    title: 'Linear Slider Rail',
    drawing:
      'M4 50h88v8H4ZM10 58v6M86 58v6M4 54h88M36 50V36h24v14M40 36v-5h16v5M41 43h4M51 43h4M20 24h56M20 24l5-2v4ZM76 24l-5-2v4ZM20 20v8M76 20v8',
  },
  gripper: {
    productId: '7',
    title: 'Gripper',
    drawing:
      'M38 6h20v8H38ZM32 14h32v18H32ZM42 23h12M26 32h44v6H26ZM30 38v26h7V38M66 38v26h-7V38M37 46h-3M37 52h-3M37 58h-3M59 46h3M59 52h3M59 58h3M37 69h22M37 66v5M59 66v5',
  },
} as const satisfies Record<string, Offer>
