import type { AdminCustomerFragment } from './AdminCustomers.gen'

export type Customer = Omit<AdminCustomerFragment, ' $fragmentName'>

/** The changes of an account. */
export type AccountStep = 'promote' | 'demote' | 'block' | 'admit' | 'end'

type Words = {
  /** The text of its button. */
  label: string
  /** The confirmation with the consequence; absent for steps that can be reverted without a trace. */
  ask?: { title: string; text: string; action: string }
  done: string
  failed: string
}

/** The texts of a step, with the person's name. */
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

/** The account after the step, shown until the response. */
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
