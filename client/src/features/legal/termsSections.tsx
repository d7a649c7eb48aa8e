import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Company, Mail, Recipient } from './Company'
import type { LegalSection } from './LegalText'

export const termsSections: LegalSection[] = [
  {
    id: 'parties',
    title: 'Who, and for what',
    content: (
      <>
        <p>These terms apply to every offer of, and every contract with:</p>
        <Company />
        <p>
          A <strong>consumer</strong> is a natural person who buys outside trade or profession. What is said
          of consumers applies to nobody else; what the law gives to consumers, no sentence here takes away.
          Terms of the buyer apply only when we have agreed to them in writing.
        </p>
      </>
    ),
  },
  {
    id: 'offers',
    title: 'Offers, and how a contract is made',
    content: (
      <>
        <p>
          The product pages are an offer for as long as stock lasts. You order in three steps: cart, shipping
          information, review. Until you press Place order you can change or leave everything. The contract is
          made when we confirm the order by email; it is in English, and the order stays on your profile.
        </p>
        <p>
          A figure on a data plate holds under the conditions that stand beside it. An obvious mistake in a
          price or a figure, one that you could not take for real, binds neither of us.
        </p>
      </>
    ),
  },
  {
    id: 'prices',
    title: 'Prices, tax and shipping',
    content: (
      <ul>
        <li>
          Prices of products are net. Cart and checkout add tax of 10% of the subtotal; the total that you see
          before you place the order is what you pay.
        </li>
        <li>Shipping is free.</li>
        <li>
          Carts and orders are in US dollars. Prices of plans are in euros. Neither is converted into the
          other.
        </li>
        <li>
          An order keeps the price of the moment at which it was placed. The cart tells you when one has
          changed before.
        </li>
        <li>Import duties and taxes outside the European Union are the buyer's.</li>
      </ul>
    ),
  },
  {
    id: 'payment',
    title: 'Payment',
    content: (
      <p>
        By bank transfer on invoice, within 14 days, with the reference that the order shows. The order is
        prepared as soon as the money has arrived. An order that is not paid in time may be cancelled after a
        reminder. Businesses that pay late owe the statutory commercial interest and reasonable costs of
        collection.
      </p>
    ),
  },
  {
    id: 'delivery',
    title: 'Delivery',
    content: (
      <>
        <p>
          The usual lead time stands on the data plate of each product; for pre-order items the cart and the
          order show the expected date. Unless another date has been agreed, consumers receive their goods
          within 30 days of the order. If we are late, we tell you, and you may set a reasonable last date and
          withdraw when it passes.
        </p>
        <p>
          The risk passes to you when you, or somebody you named, receive the goods. They stay ours until they
          are paid. Please note damage in transit on the carrier's papers and tell us within a week; for
          consumers that is a request, not a condition.
        </p>
      </>
    ),
  },
  {
    id: 'preorders',
    title: 'Pre-orders',
    content: (
      <p>
        A pre-order is a request: nothing is charged, and neither side is bound. Delivery is expected 60 days
        after it is submitted. We contact you before that with date, price and terms, and only what both of us
        then confirm is a contract. A pre-order item that you order and pay through the cart is an order like
        every other, with a later date.
      </p>
    ),
  },
  {
    id: 'plans',
    title: 'Rental and service contracts',
    content: (
      <>
        <p>
          A plan on a product page begins with a pre-order and is agreed in writing. What it includes, and its
          price for each month, stands on the plan.
        </p>
        <ul>
          <li>
            <strong>Rental:</strong> the machine stays ours. The minimum term is the one on the plan; after it
            either side may end the rental with a month's notice. You use the machine as the manual says, do
            not lend it on, and tell us of damage at once.
          </li>
          <li>
            <strong>Service contract:</strong> runs by the month, with a month's notice. Round-the-clock
            technical support belongs to service contracts; other questions are answered within 24 hours,
            Monday to Friday.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'quotes',
    title: 'Written quotes',
    content: (
      <p>
        A written quote binds us for 30 days from its date, at its prices. It becomes a contract when you
        accept it in writing within that time.
      </p>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling an order',
    content: (
      <p>
        As long as the page of your order offers Cancel, you may cancel without a reason and at no cost. What
        you have paid comes back to the same account within 14 days.
      </p>
    ),
  },
  {
    id: 'withdrawal',
    title: 'Withdrawal for consumers',
    content: (
      <>
        <p>
          Consumers may withdraw from a purchase within <strong>14 days</strong> of receiving the goods (of
          the last part, when they come in parts), without giving a reason. A clear statement is enough, by{' '}
          <Mail>email</Mail>, by letter, or{' '}
          <Link to={`${paths.contact}?subject=${encodeURIComponent('Withdrawal from an order')}`}>
            by the contact form
          </Link>
          . You may use these words:
        </p>
        <blockquote className="border-l-2 border-control pl-4">
          To <Recipient />: I hereby withdraw from my contract for the purchase of the following goods. Order
          number, ordered on, received on, name, address, date.
        </blockquote>
        <p>
          Send the goods back within 14 days of that statement; you bear the direct cost of returning them,
          and for a machine that can't go by parcel we name the cost before you buy. We pay back everything
          that you have paid, the standard delivery included, within 14 days of your statement, but may wait
          until the goods or proof of their return have arrived. You answer for a loss of value only where
          goods were handled more than was necessary to see what they are and how they work.
        </p>
        <p>
          The right does not exist for goods made to your specification, and ends for sealed software once you
          have opened it. For services that you asked us to begin at once, you pay the part that was done.
        </p>
      </>
    ),
  },
  {
    id: 'warranty',
    title: 'Conformity and warranty',
    content: (
      <>
        <p>
          Goods must be what the contract says. Consumers may ask for repair or replacement free of charge,
          and where that fails for a lower price or their money back, for as long as the goods may be expected
          to last. A fault that shows within a year of delivery is taken to have been there from the start.
        </p>
        <p>
          Beyond that, where a plan names a warranty of 24 months, we mend faults of material and workmanship
          in that time for everybody. Wear parts, damage by use against the manual, and changes that we did
          not agree to are not covered. Report a fault with model code and serial number, consumers within two
          months, businesses within two weeks of finding it.
        </p>
      </>
    ),
  },
  {
    id: 'safe-use',
    title: 'Safe use',
    content: (
      <p>
        Some machines are partly completed machinery in the sense of Directive 2006/42/EC, and their data
        sheet says so. They may run only once the cell or machine into which they are built has been assessed
        and declared to conform; that is the duty of its builder. The manual belongs to the machine and goes
        with it.
      </p>
    ),
  },
  {
    id: 'software',
    title: 'Software',
    content: (
      <p>
        With a machine you receive the right to use its software on that machine for as long as you have it,
        and to pass it on together with the machine. Parts under open licences stay under these. Drivers and
        libraries may be used in your own programs.
      </p>
    ),
  },
  {
    id: 'accounts',
    title: 'Accounts and reviews',
    content: (
      <p>
        Keep your password to yourself and tell us when somebody else has it. Reviews must be your own and
        honest; we check that a reviewer has an account, not that the product was bought here, and we remove
        what is unlawful, and nothing because it is unfavourable. You may close your account by email.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    content: (
      <>
        <p>
          We answer without limit for intent and gross negligence, for injury to life and body, and under the
          law on product liability. Towards consumers we answer as the law says.
        </p>
        <p>
          Towards businesses we otherwise answer up to the price of the order that the damage came from, and
          not for lost profit, lost data or standstill. Neither side answers for what it could not prevent,
          such as an embargo or the failure of a public network; if that lasts longer than 60 days, either may
          end the contract.
        </p>
      </>
    ),
  },
  {
    id: 'complaints',
    title: 'Complaints',
    content: (
      <p>
        Tell us by the <Link to={paths.contact}>contact form</Link>. You get an answer within 24 hours, Monday
        to Friday, and a decision within 14 days, or the date of one.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and courts',
    content: (
      <p>
        The law of the Netherlands applies, without the UN Convention on Contracts for the International Sale
        of Goods. Disputes with businesses go to the court of Amsterdam. Consumers keep the protection of the
        mandatory law of the country they live in, and may turn to the courts there.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    content: (
      <p>
        An order is governed by the terms of the day on which it was placed. Print or save this page to keep
        them. Should a sentence be void, the others stay. How we treat personal data stands under{' '}
        <Link to={paths.privacy}>Privacy</Link>.
      </p>
    ),
  },
]
