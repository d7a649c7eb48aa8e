const criteria = [/.{8}/s, /[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]
const labels = ['Too Short', 'Very Weak', 'Weak', 'Fair', 'Good', 'Strong']

/** How many of the five criteria a password meets, with the word for it. */
export function passwordStrength(password: string): { score: number; label: string } {
  const score = criteria.filter((criterion) => criterion.test(password)).length
  return { score, label: labels[score] ?? '' }
}

/** Message of the rule below, the same as the server's: shop.PasswordRule. */
export const passwordRule =
  'Password must be at least 8 characters and contain a number, uppercase, lowercase, and special character (!@#$%^&*)'

const required = [/[a-z]/, /[A-Z]/, /[0-9]/, /[!@#$%^&*]/]

/** What a new password has to have; stricter about symbols than the meter. */
export function isStrongPassword(password: string): boolean {
  return [...password].length >= 8 && required.every((rule) => rule.test(password))
}
