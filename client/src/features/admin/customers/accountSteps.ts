import type { AdminCustomerFragment } from './AdminCustomers.gen'

export type Customer = Omit<AdminCustomerFragment, ' $fragmentName'>

/** What can be done with somebody's account. */
export type AccountStep = 'promote' | 'demote' | 'block' | 'admit' | 'end'

type Words = {
  /** Stands on the button that asks for it. */
  label: string
  /** What is asked first, and what comes of it; absent for what can be taken back without a trace. */
  ask?: { title: string; text: string; action: string }
  done: string
  failed: string
}

/** Every step in words that name the person. */
export function wordsOf(step: AccountStep, name: string): Words {
  switch (step) {
    case 'promote':
      return {
        label: 'Make administrator',
        ask: {
          title: `Make ${name} an administrator?`,
          text: `${name} will see all orders, addresses and messages, and can change everything here.`,
          action: 'Make administrator',
        },
        done: `${name} is now an administrator`,
        failed: 'Failed to change the role.',
      }
    case 'demote':
      return {
        label: 'Remove administrator role',
        ask: {
          title: `Remove the administrator role of ${name}?`,
          text: `${name} stays signed in as a user. Their API keys stop working.`,
          action: 'Remove role',
        },
        done: `${name} is now a user`,
        failed: 'Failed to change the role.',
      }
    case 'block':
      return {
        label: 'Block',
        ask: {
          title: `Block ${name}?`,
          text: `${name} is signed out everywhere and can't sign in until unblocked. Orders and pre-orders are kept.`,
          action: 'Block account',
        },
        done: `${name} is blocked`,
        failed: 'Failed to block the account.',
      }
    case 'admit':
      return {
        label: 'Unblock',
        done: `${name} can sign in again`,
        failed: 'Failed to unblock the account.',
      }
    case 'end':
      return {
        label: 'Sign out everywhere',
        ask: {
          title: `Sign ${name} out everywhere?`,
          text: `${name} has to sign in again in every browser and app. The cart is kept.`,
          action: 'Sign out everywhere',
        },
        done: `${name} is signed out everywhere`,
        failed: 'Failed to end the sessions.',
      }
  }
}

/** The account as it will be; it is shown until the server has answered. */
export function after(step: AccountStep, customer: Customer, now: Date): Customer {
  switch (step) {
    case 'promote':
      return { ...customer, role: 'ADMIN', staffRole: null }
    case 'demote':
      return { ...customer, role: 'USER' }
    case 'block':
      return { ...customer, blockedAt: now.toISOString(), sessions: 0 }
    case 'admit':
      return { ...customer, blockedAt: null }
    case 'end':
      return { ...customer, sessions: 0 }
  }
}
