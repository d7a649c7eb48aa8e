import type { SignInProvider } from './schema.gen'

/** Name, logo and sign-in path of each provider. */
export const providers: Record<SignInProvider, { name: string; mark: 'google' | 'github'; path: string }> = {
  GOOGLE: { name: 'Google', mark: 'google', path: '/auth/google' },
  GITHUB: { name: 'GitHub', mark: 'github', path: '/auth/github' },
}

const problems: Record<string, (name: string) => string> = {
  denied: (name) => `Sign-in with ${name} was cancelled. Nothing has changed.`,
  expired: () => 'Sign-in took too long or started in another browser. Please try again.',
  unverified: (name) => `${name} has not verified your email address. Verify it there, or use your password.`,
  unreachable: (name) => `${name} is not responding. Try again, or use your password.`,
  invalid: (name) => `Couldn't verify the response from ${name}. Try again, or use your password.`,
  crowded: () => 'Too many attempts. Please try again later.',
  off: () => 'This sign-in service is not available. Use your email address and password.',
}

/** The error message for a failed return from a provider's page; undefined if there was no failure. */
export function providerError(search: URLSearchParams): string | undefined {
  const problem = search.get('problem')
  if (!problem) return undefined
  const { name } = Object.values(providers).find(({ mark }) => mark === search.get('with')) ?? {
    name: 'the service',
  }
  const words = Object.hasOwn(problems, problem) ? problems[problem]?.(name) : undefined
  return words ?? 'Sign-in failed. Try again, or use your password.'
}
