const criteria = [/.{8}/s, /[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]
const labels = ['Too Short', 'Very Weak', 'Weak', 'Fair', 'Good', 'Strong']

/** How many of the five criteria a password meets, and its label. */
export function passwordStrength(password: string): { score: number; label: string } {
  const score = criteria.filter((criterion) => criterion.test(password)).length
  return { score, label: labels[score] ?? '' }
}

/** Message of the rule below, equal to the server's shop.PasswordRule. */
export const passwordRule =
  'Password must be at least 8 characters and contain a number, uppercase, lowercase, and special character (!@#$%^&*)'

const required = [/[a-z]/, /[A-Z]/, /[0-9]/, /[!@#$%^&*]/]

/** Whether a new password is accepted; stricter about symbols than the meter. */
export function isStrongPassword(password: string): boolean {
  return [...password].length >= 8 && required.every((rule) => rule.test(password))
}
